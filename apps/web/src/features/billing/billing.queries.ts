import { type BillingState, billingRoutes, type PayAction } from '@goldpan/contract/billing'
import { usageRoutes } from '@goldpan/contract/usage'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../../lib/goldpan-api.ts'
import { openHostedPage } from '../../lib/hosted-page.ts'
import { useSessionStore } from '../../lib/use-session.ts'

export const useTransactions = () =>
  useQuery({ queryKey: ['token-transactions'], queryFn: () => call(usageRoutes.listTransactions) })

/** Plan and payment state, cached because every screen shows it. */
export const useBillingState = (isAsked: boolean) =>
  useQuery({
    queryKey: ['billing'],
    queryFn: () => call(billingRoutes.getBilling),
    enabled: isAsked,
    staleTime: 300_000,
  })

/** Opens the hosted checkout of a price, once, however often it renders. */
export const useCheckout = (priceId: string) =>
  useQuery({
    queryKey: ['checkout', priceId],
    queryFn: async () => {
      await openHostedPage(await call(billingRoutes.createCheckout, { body: { priceId } }))
      return true
    },
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** After a payment: reads back the provider's state and refetches billing. */
export function useReadBackOnce(onRead: (state: BillingState) => void) {
  const client = useQueryClient()
  const session = useSessionStore()
  const isAsked = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each return from a payment
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    const show = (state: BillingState) => {
      const { user } = session.get()
      if (user) session.apply({ kind: 'signed-in', user: { ...user, subscription_plan: state.current_plan } })
      client.setQueryData(['billing'], state)
      onRead(state)
    }
    // Silent on failure: the provider's event updates the plan anyway.
    call(billingRoutes.refresh)
      .then(show)
      .catch((error: unknown) => console.warn('The plan could not be refreshed', error))
      .finally(() => void client.invalidateQueries({ queryKey: ['usage'] }))
  }, [client, session])
}

export const usePayPage = (id: string) =>
  useQuery({
    queryKey: ['pay-page', id],
    queryFn: () => call(billingRoutes.getPayPage, { params: { pageId: id } }),
    retry: false,
  })

export function usePressPayPage(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (action: PayAction) =>
      call(billingRoutes.actOnPayPage, { params: { pageId: id }, body: { action } }),
    onSuccess: (page) => client.setQueryData(['pay-page', id], page),
  })
}
