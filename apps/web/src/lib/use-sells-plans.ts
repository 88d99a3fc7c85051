import { billingRoutes } from '@goldpan/contract/billing'
import { useQuery } from '@tanstack/react-query'
import { call } from './goldpan-api.ts'

/** Whether plans are sold, and their prices for visitors. */
export const useBillingSettings = () =>
  useQuery({
    queryKey: ['billing-settings'],
    queryFn: () => call(billingRoutes.billingSettings),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** False if the operator sells nothing; undefined until the server has answered. */
export const useSellsPlans = (): boolean | undefined => useBillingSettings().data?.sells_plans
