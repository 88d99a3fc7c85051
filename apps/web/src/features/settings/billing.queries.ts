import {
  type BillingState,
  billingFallbacks,
  billingRoutes,
  type TokenPackageId,
} from '@goldpan/contract/billing'
import type { OfferedPlan } from '@goldpan/contract/plans'
import { usageRoutes } from '@goldpan/contract/usage'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { openHostedPage } from '../../lib/hosted-page.ts'
import { optimisticChange } from '../../lib/optimistic.ts'
import { toast } from '../../ui/toast.ts'

const billingKey = ['billing'] as const
const settingsKey = ['token-settings'] as const
const balanceKey = ['token-balance'] as const

export const useBilling = () =>
  useQuery({ queryKey: billingKey, queryFn: () => call(billingRoutes.getBilling) })

export const useBalance = () =>
  useQuery({ queryKey: balanceKey, queryFn: () => call(usageRoutes.getBalance) })

/** Optimistic: restores the switch if the server refuses. */
export function useSaveTokenSettings() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (tokens_enabled: boolean) =>
      call(usageRoutes.updateTokenSettings, { body: { tokens_enabled } }),
    ...optimisticChange<{ tokens: number; tokens_enabled: boolean }, boolean>(client, {
      keyOf: () => settingsKey,
      change: (settings, tokens_enabled) => ({ ...settings, tokens_enabled }),
      onRefused: (error) => toast.error(errorText(error, billingFallbacks.tokenSettingsUpdate)),
    }),
    onSuccess: ({ tokens }, tokens_enabled) =>
      client.setQueryData(settingsKey, (before: { tokens: number } | undefined) => ({
        tokens_enabled,
        tokens: tokens ?? before?.tokens ?? 0,
      })),
  })
}

export const usePurchase = () =>
  useMutation({
    mutationFn: async (tokenPackage: TokenPackageId) =>
      openHostedPage(await call(billingRoutes.purchaseTokens, { body: { tokenPackage } })),
  })

export const usePortal = () =>
  useMutation({
    mutationFn: async () => {
      const answer = await call(billingRoutes.openPortal)
      return answer?.data?.url ?? answer?.url
    },
  })

export function useDowngrade() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (plan: Exclude<OfferedPlan, 'premium'>) => call(billingRoutes.downgrade, { body: { plan } }),
    onSuccess: (state) => client.setQueryData(billingKey, state),
  })
}

export function useUndoDowngrade() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(billingRoutes.undoDowngrade),
    onSuccess: (state) => client.setQueryData(billingKey, state),
  })
}

/** After a payment: the provider's answer counts, even if its event hasn't arrived. */
export function useReadBack() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(billingRoutes.refresh),
    onSettled: (state) => showReadBack(client, state),
  })
}

async function showReadBack(client: QueryClient, state: BillingState | undefined): Promise<void> {
  if (state) client.setQueryData(billingKey, state)
  const keys = [settingsKey, balanceKey, ['usage'], ['token-transactions']]
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
}
