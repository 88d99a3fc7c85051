import { billingRoutes } from '@goldpan/contract/billing'
import { useQuery } from '@tanstack/react-query'
import { call } from './goldpan-api.ts'

/** False if the operator sells nothing; undefined until the server has answered. */
export const useSellsPlans = (): boolean | undefined =>
  useQuery({
    queryKey: ['billing-settings'],
    queryFn: () => call(billingRoutes.billingSettings),
    staleTime: Number.POSITIVE_INFINITY,
  }).data?.sells_plans
