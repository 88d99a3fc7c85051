import { type Campaign, campaignFallbacks } from '@goldpan/contract/campaigns'
import {
  type Template,
  templateWaits,
  type WritingEvent,
  writingEvent,
  writingFallbacks,
  writingRoutes,
} from '@goldpan/contract/writing'
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, errorOfFailure, isApiError } from '../../../lib/api-error.ts'
import { useReloadCampaign } from '../../../lib/campaign-cache.ts'
import { errorText } from '../../../lib/error-text.ts'
import { call, stream } from '../../../lib/goldpan-api.ts'
import { showIfLimitReached } from '../../../lib/limit-reached.ts'
import { readLines } from '../../../lib/read-lines.ts'
import { toast } from '../../../ui/toast.ts'
import { campaignQuery } from '../campaigns.queries.ts'

/** A model may take minutes. */
const GENERATE_TIMEOUT_MS = 130_000

/** The name of the unsaved text. */
export const draftOf = (campaignId: string) => `template.${campaignId}`

const templateKey = (id: string) => ['campaign', id, 'template']

export const templateQuery = (id: string) =>
  queryOptions({
    queryKey: templateKey(id),
    queryFn: () => call(writingRoutes.getTemplate, { params: { id } }),
  })

export const useTemplate = (id: string) => useQuery(templateQuery(id))

const versionsKey = (id: string) => ['campaign', id, 'template-versions']

export const useTemplateVersions = (id: string) =>
  useQuery({
    queryKey: versionsKey(id),
    queryFn: () => call(writingRoutes.listTemplateVersions, { params: { id } }),
  })

export const fetchTemplate = (id: string) => call(writingRoutes.getTemplate, { params: { id } })

/** Generates a template; `partial` is the text so far. */
export function useGenerate(id: string) {
  const client = useQueryClient()
  const reload = useReloadCampaign(id)
  const [partial, setPartial] = useState('')
  const mutation = useMutation({
    mutationFn: (signature_id: string | null) => generate(id, signature_id, setPartial),
    onSuccess: ({ message, template }) => {
      client.setQueryData(templateKey(id), template)
      toast.success(message, template.note ? { description: template.note } : {})
      return reload()
    },
    onError: (error) => {
      if (!showIfLimitReached(error)) toast.error(errorText(error, writingFallbacks.generate))
      // The server may have saved the text although the connection broke.
      if (isApiError(error) && error.status === 0) return reload()
    },
    onSettled: () => setPartial(''),
  })
  return { ...mutation, partial }
}

async function generate(id: string, signature_id: string | null, onText: (text: string) => void) {
  const input = { params: { id }, body: signature_id ? { signature_id } : {} }
  const content = await stream(writingRoutes.generate, input, { timeoutMs: GENERATE_TIMEOUT_MS })
  for await (const line of readLines(content)) {
    const event = readEvent(JSON.parse(line))
    if (event.kind === 'done') return event.answer
    if (event.kind === 'refused')
      throw new ApiError(event.status, event.refusal.code, event.refusal.message, event.refusal)
    onText(event.body)
  }
  throw errorOfFailure(null, false)
}

/** A server or proxy that doesn't stream sends the whole answer as JSON. */
const readEvent = (value: object): WritingEvent =>
  'kind' in value
    ? writingEvent.parse(value)
    : { kind: 'done', answer: writingRoutes.generate.answer.parse(value) }

/** Renders all unsent emails again from the saved template. */
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
 * After saving a template: waits 500 ms, renders the emails, waits 1 s, fetches the campaign, and once more a second later
 * if that failed or rendering isn't done.
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
      void client.invalidateQueries({ queryKey: versionsKey(id) })
      return client.invalidateQueries({ queryKey: campaignQuery(id).queryKey, exact: true })
    },
  })
}

/** Waits while it is not known for whom. */
export const usePreview = (
  id: string,
  text: { subject: string; body: string },
  prospect_id: string | null | undefined,
) =>
  useQuery({
    queryKey: ['campaign', id, 'preview', text, prospect_id],
    queryFn: ({ signal }) =>
      call(writingRoutes.preview, { params: { id }, body: { ...text, prospect_id } }, { signal }),
    enabled: prospect_id !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  })

/** Reads every recipient on the server, so it is fetched once per editor, not while typing. */
export const useMissingValues = (id: string) =>
  useQuery({
    queryKey: ['campaign', id, 'missing-values'],
    queryFn: () => call(writingRoutes.missingValues, { params: { id } }),
  })
