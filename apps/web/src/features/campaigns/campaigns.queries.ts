import {
  type Campaign,
  type CampaignInList,
  campaignFallbacks,
  campaignForm,
  campaignRoutes,
  type newCampaign,
} from '@goldpan/contract/campaigns'
import { followUpRoutes } from '@goldpan/contract/follow-ups'
import { signatureRoutes } from '@goldpan/contract/signatures'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { campaignKey, campaignsKey, useReloadCampaign } from '../../lib/campaign-cache.ts'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { optimisticChange } from '../../lib/optimistic.ts'
import { isolated } from '../../ui/isolated.ts'
import { toast } from '../../ui/toast.ts'
import { useDeletionToast } from '../removals/deletion-toast.ts'

/** Poll interval while emails are being rendered. */
const RENDERING_POLL_MS = 1000

export const campaignsQuery = queryOptions({
  queryKey: campaignsKey,
  queryFn: () => call(campaignRoutes.list),
})

/** A campaign without its recipients, which are paged. */
export const campaignQuery = (id: string) =>
  queryOptions({
    queryKey: campaignKey(id),
    queryFn: () => fetchCampaign(id),
    refetchInterval: ({ state }) => (state.data?.rendering ? RENDERING_POLL_MS : false),
  })

/** Bypasses the cache. */
export const fetchCampaign = (id: string) =>
  call(campaignRoutes.get, { params: { id }, query: { recipients: 'none' } })

export const useCampaigns = () => useQuery(campaignsQuery)
export const useCampaign = (id: string) => useQuery(campaignQuery(id))

export const timelineQuery = (id: string) =>
  queryOptions({
    queryKey: ['campaign', id, 'timeline'],
    queryFn: () => call(campaignRoutes.timeline, { params: { id } }),
  })

export const signaturesQuery = queryOptions({
  queryKey: ['signatures'],
  queryFn: () => call(signatureRoutes.list),
})

export const useTimeline = (id: string) => useQuery(timelineQuery(id))
export const useSignatures = () => useQuery(signaturesQuery)

export type CampaignFields = z.output<typeof campaignForm>

export type NewRecipients = NonNullable<z.input<typeof newCampaign>['recipients']>

interface Saving {
  fields: Partial<CampaignFields>
  /** Only of a new campaign. */
  recipients: NewRecipients | null
  overwrite?: boolean
}

/** Creates a campaign with its people, or updates one unless it was changed since. */
export function useSaveCampaign(existing: { id: string; updated_at: string } | null) {
  const client = useQueryClient()
  return useMutation({
    async mutationFn({ fields, recipients, overwrite }: Saving) {
      if (existing === null) {
        const body = { ...campaignForm.parse(fields), ...(recipients && { recipients }) }
        const created = await call(campaignRoutes.create, { body })
        return { id: created.id, attached: recipients ? created : null }
      }
      const { id } = await call(campaignRoutes.update, {
        params: { id: existing.id },
        body: overwrite ? fields : { ...fields, updated_at: existing.updated_at },
      })
      return { id, attached: null }
    },
    onSuccess: async (saved) => {
      void client.invalidateQueries({ queryKey: campaignsKey })
      await client.invalidateQueries({ queryKey: campaignKey(saved.id) })
    },
  })
}

/** Optimistic: restores the card if the server refuses. */
export function useDeleteCampaign() {
  const client = useQueryClient()
  const showDeleted = useDeletionToast()
  return useMutation({
    mutationFn: ({ id }: { id: string; name: string }) => call(campaignRoutes.delete, { params: { id } }),
    ...optimisticChange<CampaignInList[], { id: string; name: string }>(client, {
      keyOf: () => campaignsQuery.queryKey,
      change: (rows, { id }) => rows.filter((row) => row.id !== id),
      onRefused: (error) => toast.error(errorText(error, campaignFallbacks.delete)),
    }),
    onSuccess: ({ undo }, { name }) =>
      showDeleted(`'${isolated(name)}' was deleted`, { undo, back: `'${isolated(name)}' is back` }),
    onSettled: () => client.invalidateQueries({ queryKey: campaignsKey }),
  })
}

/** A duplicate that fails is only logged. */
export function useDuplicateCampaign() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(campaignRoutes.duplicate, { params: { id } }),
    onSuccess: ({ name }) => {
      toast.success(`'${isolated(name)}' was created`)
      return client.invalidateQueries({ queryKey: campaignsKey })
    },
    onError: (error) => console.warn('The campaign could not be duplicated', error),
  })
}

/** Optimistic: restores the previous signature if the server refuses. */
export function useSetSignature(id: string) {
  const client = useQueryClient()
  const reload = useReloadCampaign(id)
  return useMutation({
    mutationFn: (signature_id: string | null) =>
      call(campaignRoutes.setSignature, { params: { id }, body: { signature_id } }),
    ...optimisticChange<Campaign, string | null>(client, {
      keyOf: () => campaignQuery(id).queryKey,
      change: (campaign, signature_id) => ({ ...campaign, signature_id }),
      onRefused: (error) => toast.error(errorText(error, campaignFallbacks.updateSignature)),
    }),
    onSuccess: reload,
  })
}

/** Pauses first emails and follow-ups, or goes on with both. */
export function usePauseCampaign(id: string) {
  const reload = useReloadCampaign(id)
  return useMutation({
    mutationFn: (action: 'pause' | 'resume') => call(followUpRoutes[action], { params: { id } }),
    onSuccess: (_answer, action) =>
      toast.success(action === 'pause' ? 'Campaign paused' : 'Campaign resumed'),
    onError: (error) => toast.error(errorText(error, campaignFallbacks.update)),
    onSettled: reload,
  })
}
