import { followUpRoutes, type Step } from '@goldpan/contract/follow-ups'
import type { CallInput } from '@goldpan/contract/route'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useReloadCampaign } from '../../../lib/campaign-cache.ts'
import { errorText } from '../../../lib/error-text.ts'
import { call } from '../../../lib/goldpan-api.ts'
import { showIfLimitReached } from '../../../lib/limit-reached.ts'
import { toast } from '../../../ui/toast.ts'

/** A model may take minutes. */
const GENERATE_TIMEOUT_MS = 130_000

const stepsQuery = (id: string) =>
  queryOptions({ queryKey: ['campaign', id, 'steps'], queryFn: () => fetchSteps(id) })

/** Bypasses the cache. */
export const fetchSteps = (id: string) => call(followUpRoutes.list, { params: { id } })

export const useSteps = (id: string) => useQuery(stepsQuery(id))

export const useStepResults = (id: string) =>
  useQuery({
    queryKey: ['campaign', id, 'step-results'],
    queryFn: () => call(followUpRoutes.results, { params: { id } }),
  })

type NewStep = CallInput<typeof followUpRoutes.add>['body']

/** Adds a follow-up, or changes this one. */
export function useSaveStep(id: string, existing: Step | null) {
  const reload = useReloadCampaign(id)
  return useMutation({
    mutationFn: ({ updated_at, ...fields }: NewStep & { updated_at?: string | undefined }) => {
      if (!existing) return call(followUpRoutes.add, { params: { id }, body: fields })
      const { include_finished, ...change } = fields
      return call(followUpRoutes.update, {
        params: { id, stepId: existing.id },
        body: { ...change, updated_at },
      })
    },
    onSuccess: reload,
  })
}

export function useOrderSteps(id: string) {
  const client = useQueryClient()
  const reload = useReloadCampaign(id)
  return useMutation({
    mutationFn: (ids: string[]) => call(followUpRoutes.order, { params: { id }, body: { ids } }),
    onSuccess: (list) => {
      client.setQueryData(stepsQuery(id).queryKey, list)
    },
    onError: (error) => toast.error(errorText(error, 'The follow-ups could not be moved')),
    onSettled: reload,
  })
}

export function useDeleteStep(id: string) {
  const reload = useReloadCampaign(id)
  return useMutation({
    mutationFn: (stepId: string) => call(followUpRoutes.remove, { params: { id, stepId } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(errorText(error, 'The follow-up could not be deleted')),
    onSettled: reload,
  })
}

/** Writes a text and saves nothing. */
export function useGenerateStep(id: string) {
  return useMutation({
    mutationFn: (body: CallInput<typeof followUpRoutes.generate>['body']) =>
      call(followUpRoutes.generate, { params: { id }, body }, { timeoutMs: GENERATE_TIMEOUT_MS }),
    onError: (error) => {
      if (!showIfLimitReached(error)) toast.error(errorText(error, 'The follow-up could not be written'))
    },
  })
}
