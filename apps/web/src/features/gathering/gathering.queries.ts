import {
  GATHERING_POLL_MS,
  type GatheringJob,
  gatheringRoutes,
  isActiveJob,
} from '@goldpan/contract/gathering'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/goldpan-api.ts'
import { refreshTable, tableKey } from '../../lib/table-cache.ts'

const historyKey = (tableId: string) => ['gathering', tableId] as const
export const outcomesKey = (tableId: string) => ['gathering', 'outcomes', tableId] as const
const jobKey = (jobId: string) => ['gathering', 'job', jobId] as const

export const useJobHistory = (tableId: string) =>
  useQuery({
    queryKey: historyKey(tableId),
    queryFn: () => call(gatheringRoutes.history, { params: { tableId } }),
    enabled: tableId !== '',
  })

/** One job, polled every 3 s until it ends. */
export const useJob = (jobId: string | undefined) =>
  useQuery({
    queryKey: jobKey(jobId ?? ''),
    queryFn: () => call(gatheringRoutes.status, { params: { jobId: jobId! } }),
    enabled: jobId !== undefined,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data && !isActiveJob(state.data.status) ? false : GATHERING_POLL_MS,
    refetchIntervalInBackground: true,
  })

const fetchOutcomes = (tableId: string) => call(gatheringRoutes.summary, { params: { tableId } })
export type Outcomes = Awaited<ReturnType<typeof fetchOutcomes>>

/** Outcomes of gathering by business, and what there is to review. */
export const useOutcomes = (tableId: string) =>
  useQuery({ queryKey: outcomesKey(tableId), queryFn: () => fetchOutcomes(tableId), staleTime: 0 })

export function useRetryGathering(tableId: string, onStarted: (jobId: string) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(gatheringRoutes.retry, { params: { tableId } }),
    onSuccess: ({ job_id }) => {
      onStarted(job_id)
      return Promise.all([
        client.invalidateQueries({ queryKey: historyKey(tableId) }),
        client.invalidateQueries({ queryKey: tableKey(tableId) }),
      ])
    },
  })
}

/** Reports the job before refetching the history, because a short job may be over by then. */
export function useStartGathering(tableId: string, onStarted: (jobId: string) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (listPlaceIds: () => Promise<string[]>) =>
      call(gatheringRoutes.start, { body: { businessTableId: tableId, businessIds: await listPlaceIds() } }),
    onSuccess: ({ job_id }) => {
      onStarted(job_id)
      return Promise.all([
        client.invalidateQueries({ queryKey: historyKey(tableId) }),
        client.invalidateQueries({ queryKey: tableKey(tableId) }),
      ])
    },
  })
}

/** Optimistic: marks the job as cancelled at once. */
export function useCancelGathering(tableId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (jobId: string) => call(gatheringRoutes.cancel, { params: { jobId } }),
    onMutate: (jobId) => {
      const before = client.getQueryData<GatheringJob>(jobKey(jobId))
      if (before) client.setQueryData<GatheringJob>(jobKey(jobId), { ...before, status: 'cancelled' })
      return before
    },
    onError: (_error, jobId, before) => client.setQueryData(jobKey(jobId), before),
    onSuccess: (job) => {
      client.setQueryData(jobKey(job.id), job)
      return refreshAfterJob(client, tableId)
    },
  })
}

/** Refetches everything that a finished job may have changed. */
export const refreshAfterJob = (client: ReturnType<typeof useQueryClient>, tableId: string) =>
  Promise.all([
    client.invalidateQueries({ queryKey: historyKey(tableId) }),
    client.invalidateQueries({ queryKey: outcomesKey(tableId) }),
    refreshTable(client, tableId),
    client.invalidateQueries({ queryKey: ['prospects'] }),
  ])
