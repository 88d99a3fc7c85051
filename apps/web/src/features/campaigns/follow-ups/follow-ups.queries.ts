import { followUpRoutes, type Step, type StepList } from '@goldpan/contract/follow-ups'
import type { CallInput } from '@goldpan/contract/route'
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useReloadCampaign } from '../../../lib/campaign-cache.ts'
import { errorText } from '../../../lib/error-text.ts'
import { call } from '../../../lib/goldpan-api.ts'
import { showIfLimitReached } from '../../../lib/limit-reached.ts'
import { optimisticChange } from '../../../lib/optimistic.ts'
import { toast } from '../../../ui/toast.ts'

/** A model may take minutes. */
const GENERATE_TIMEOUT_MS = 130_000

const stepsQuery = (id: string) =>
  queryOptions({ queryKey: ['campaign', id, 'steps'], queryFn: () => fetchSteps(id) })

/** Bypasses the cache. */
export const fetchSteps = (id: string) => call(followUpRoutes.list, { params: { id } })

export const useSteps = (id: string) => useQuery(stepsQuery(id))

export const useStepResults = (id: string, isShown = true) =>
  useQuery({
    queryKey: ['campaign', id, 'step-results'],
    queryFn: () => call(followUpRoutes.results, { params: { id } }),
    enabled: isShown,
  })

type Rules = Pick<StepList, 'stop_scope' | 'follow_ups_first'>

/** Optimistic: restores the rules if the server refuses. */
export function useSetRules(id: string) {
  const client = useQueryClient()
  const reload = useReloadCampaign(id)
  return useMutation({
    mutationFn: (body: Rules) => call(followUpRoutes.setRules, { params: { id }, body }),
    ...optimisticChange<StepList, Rules>(client, {
      keyOf: () => stepsQuery(id).queryKey,
      change: (list, rules) => ({ ...list, ...rules }),
      onRefused: (error) => toast.error(errorText(error, 'The rules could not be saved')),
    }),
    onSuccess: () => {
      toast.success('Saved')
      return reload()
    },
  })
}

type PreviewedStep = CallInput<typeof followUpRoutes.preview>['body']

/** Waits while it is not known for whom. */
export const useStepPreview = (id: string, { prospect_id, ...text }: PreviewedStep) =>
  useQuery({
    queryKey: ['campaign', id, 'preview', text, prospect_id],
    queryFn: ({ signal }) =>
      call(followUpRoutes.preview, { params: { id }, body: { ...text, prospect_id } }, { signal }),
    enabled: prospect_id !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  })

/** A follow-up as one person gets it. */
export const useStepEmail = (id: string, prospectId: string, stepId: string) =>
  useQuery({
    queryKey: stepEmailKey(id, prospectId, stepId),
    queryFn: () => call(followUpRoutes.getEmail, { params: { id, prospectId, stepId } }),
  })

const stepEmailKey = (id: string, ...which: [prospectId: string, stepId: string]) => [
  'campaign',
  id,
  'email',
  ...which,
]

/** Saves a follow-up edited for one person, or undoes the edit. */
export function useSaveStepEmail(id: string, prospectId: string, stepId: string) {
  const client = useQueryClient()
  const reload = useReloadCampaign(id)
  const params = { id, prospectId, stepId }
  return useMutation({
    mutationFn: (text: { subject: string | null; body: string } | null) =>
      text === null
        ? call(followUpRoutes.resetEmail, { params })
        : call(followUpRoutes.updateEmail, { params, body: text }),
    onSuccess: (saved) => {
      client.setQueryData(stepEmailKey(id, prospectId, stepId), saved)
      return reload()
    },
  })
}

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
