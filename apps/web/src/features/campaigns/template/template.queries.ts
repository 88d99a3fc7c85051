import { type Campaign, campaignFallbacks } from '@goldpan/contract/campaigns'
import { type Template, templateWaits, writingFallbacks, writingRoutes } from '@goldpan/contract/writing'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../../lib/error-text.ts'
import { call } from '../../../lib/goldpan-api.ts'
import { showIfLimitReached } from '../../../lib/limit-reached.ts'
import { toast } from '../../../ui/toast.ts'
import { campaignQuery, useReloadCampaign } from '../campaigns.queries.ts'

/** A model may think for long before it answers. */
const GENERATE_TIMEOUT_MS = 130_000

const templateKey = (id: string) => ['campaign', id, 'template']

export const useTemplate = (id: string) =>
  useQuery({
    queryKey: templateKey(id),
    queryFn: () => call(writingRoutes.getTemplate, { params: { id } }),
  })

export const fetchTemplate = (id: string) => call(writingRoutes.getTemplate, { params: { id } })

export function useGenerate(id: string) {
  const client = useQueryClient()
  const reload = useReloadCampaign(id)
  return useMutation({
    mutationFn: (signature_id: string | null) =>
      call(
        writingRoutes.generate,
        { params: { id }, body: signature_id ? { signature_id } : {} },
        { timeoutMs: GENERATE_TIMEOUT_MS },
      ),
    onSuccess: ({ message, template }) => {
      client.setQueryData(templateKey(id), template)
      toast.success(message, template.note ? { detail: template.note } : {})
      return reload()
    },
    onError: (error) => {
      if (!showIfLimitReached(error)) toast.error(errorText(error, writingFallbacks.generate))
    },
  })
}

/** Writes the e-mails of all not yet sent to again from the saved template. */
export function useRegenerate(id: string) {
  const reload = useReloadCampaign(id)
  return useMutation({
    mutationFn: () => call(writingRoutes.regenerate, { params: { id }, body: {} }),
    onSuccess: ({ message }) => {
      toast.success(message)
      return reload()
    },
    onError: (error) => toast.error(errorText(error, writingFallbacks.generate)),
  })
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * After a template was saved: 500 ms, the e-mails are asked for anew, 1 s, the campaign is fetched again, and once
 * more after another second when it did not come or is not all written yet.
 */
export function useFollowTemplate(id: string) {
  const client = useQueryClient()
  const reload = useReloadCampaign(id)
  return async () => {
    await wait(templateWaits.regenerateMs)
    try {
      await call(writingRoutes.regenerate, { params: { id }, body: {} })
    } catch (error) {
      toast.error(errorText(error, writingFallbacks.generate))
    }
    await wait(templateWaits.reloadMs)
    await reload()
    const state = client.getQueryState<Campaign>(campaignQuery(id).queryKey)
    if (state?.status === 'success' && state.data?.waiting === 0) return
    await wait(templateWaits.retryMs)
    await reload()
    if (client.getQueryState(campaignQuery(id).queryKey)?.status === 'error')
      toast.error(campaignFallbacks.fetchData)
  }
}

export function useSaveTemplate(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (template: { subject: string; body: string; updated_at?: string }) =>
      call(writingRoutes.updateTemplate, { params: { id }, body: { template } }),
    onSuccess: (saved: Template) => {
      client.setQueryData(templateKey(id), saved)
      return client.invalidateQueries({ queryKey: campaignQuery(id).queryKey, exact: true })
    },
  })
}

export const usePreview = (id: string, text: { subject: string; body: string }, prospect_id: string | null) =>
  useQuery({
    queryKey: ['campaign', id, 'preview', text, prospect_id],
    queryFn: ({ signal }) =>
      call(writingRoutes.preview, { params: { id }, body: { ...text, prospect_id } }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  })
