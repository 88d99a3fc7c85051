import { PAGE_ROWS } from '@goldpan/contract/pages'
import {
  type DeliveryKind,
  isActiveSend,
  SEND_POLL_MS,
  type SendJob,
  sendingFallbacks,
  sendingRoutes,
  sendOutcome,
} from '@goldpan/contract/sending'
import { sendingCareRoutes } from '@goldpan/contract/sending-care'
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useReloadCampaign } from '../../lib/campaign-cache.ts'
import { errorText } from '../../lib/error-text.ts'
import { call, callPage } from '../../lib/goldpan-api.ts'
import { showIfLimitReached } from '../../lib/limit-reached.ts'
import { setTitleNotice } from '../../lib/page-title.ts'
import { pageParams } from '../../lib/paged.ts'
import { toast } from '../../ui/toast.ts'

/** The campaign's newest job of first emails, polled every 2 s while it runs. */
export function useSending(campaignId: string) {
  const client = useQueryClient()
  const reload = useReloadCampaign(campaignId)
  const [startedId, setStartedId] = useState<string | null>(null)
  const newest = useQuery({
    queryKey: ['campaign', campaignId, 'jobs'],
    queryFn: async () => {
      const jobs = await call(sendingRoutes.listJobs, { params: { id: campaignId } })
      // Follow-ups leave in jobs of their own.
      return jobs.find(({ kind }) => kind === 'send') ?? null
    },
  })
  const jobId = startedId ?? (newest.data && isActiveSend(newest.data.status) ? newest.data.id : null)
  const job = useQuery({
    queryKey: ['send-job', jobId],
    queryFn: () => call(sendingRoutes.getJob, { params: { jobId: jobId ?? '' } }),
    enabled: jobId !== null,
    refetchInterval: ({ state }) =>
      state.data && !isActiveSend(state.data.status) && state.data.in_flight === 0 ? false : SEND_POLL_MS,
  })
  const shown = job.data ?? null
  useAnnounceEnd(shown, startedId, reload)

  const start = useMutation({
    mutationFn: (body: { resend: boolean; only?: 'unconfirmed' }) =>
      call(sendingRoutes.send, { params: { id: campaignId }, body }),
    onSuccess: ({ job_id }) => {
      setStartedId(job_id)
      void reload()
    },
    onError: (error) => {
      if (!showIfLimitReached(error)) toast.error(errorText(error, sendingFallbacks.send))
    },
  })
  const cancel = useMutation({
    mutationFn: (id: string) => call(sendingRoutes.cancelJob, { params: { jobId: id } }),
    onSuccess: (cancelled) => client.setQueryData(['send-job', cancelled.id], cancelled),
    onError: (error) => toast.error(errorText(error, sendingFallbacks.cancel)),
  })
  const isActive = start.isPending || (shown !== null && isActiveSend(shown.status))
  return { job: shown, isActive, start, cancel }
}

export type Sending = ReturnType<typeof useSending>

/** When a job that was started here or seen running ends: announces it in the tab's title and refetches the campaign. */
function useAnnounceEnd(job: SendJob | null, startedId: string | null, reload: () => Promise<void>) {
  const running = useRef<string | null>(null)
  // A short job may be over before the first poll.
  useEffect(() => {
    if (startedId) running.current = startedId
  }, [startedId])
  useEffect(() => {
    if (!job) return
    if (isActiveSend(job.status)) {
      running.current = job.id
      return
    }
    if (running.current !== job.id) return
    running.current = null
    setTitleNotice(sendOutcome(job) ?? '')
    void reload()
  }, [job, reload])
}

/** A preview of the send, fetched each time the dialog opens. */
export const useSendPreview = (campaignId: string, resend: boolean) =>
  useQuery({
    queryKey: ['campaign', campaignId, 'send-preview', resend],
    queryFn: () => call(sendingCareRoutes.previewSend, { params: { id: campaignId }, body: { resend } }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

const pausesKey = ['sending-pauses'] as const

export const usePauses = (isSending: boolean) =>
  useQuery({
    queryKey: [...pausesKey, isSending],
    queryFn: () => call(sendingCareRoutes.listPauses),
  })

export function useLiftPause() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(sendingCareRoutes.liftPause, { params: { id } }),
    onSuccess: ({ message }) => {
      toast.success(message)
      return client.invalidateQueries({ queryKey: pausesKey })
    },
    onError: (error) => toast.error(errorText(error, 'Sending could not be resumed')),
  })
}

export interface DeliveryFilter {
  search?: string | undefined
  kind?: DeliveryKind | undefined
}

const deliveriesKey = (campaignId: string) => ['campaign', campaignId, 'deliveries'] as const

/** Messages of a campaign with all attempts, page by page. Polls while sending. */
export const useDeliveries = (campaignId: string, filter: DeliveryFilter, isSending: boolean) =>
  useInfiniteQuery({
    queryKey: [...deliveriesKey(campaignId), filter],
    queryFn: ({ pageParam, signal }) =>
      callPage(
        sendingRoutes.listDeliveries,
        { params: { id: campaignId }, query: { ...filter, limit: PAGE_ROWS, cursor: pageParam } },
        { signal },
      ),
    ...pageParams,
    select: (data) => ({
      total: data.pages[0]?.answer.total ?? 0,
      deliveries: data.pages.flatMap(({ answer }) => answer.deliveries),
    }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (isSending && (state.data?.pages.length ?? 0) <= 1 ? 5000 : false),
  })

/** The messages that leave next. */
export const useNextDeliveries = (campaignId: string, limit: number, isSending: boolean) =>
  useQuery({
    queryKey: [...deliveriesKey(campaignId), 'next', limit],
    queryFn: () =>
      call(sendingRoutes.listDeliveries, {
        params: { id: campaignId },
        query: { kind: 'waiting', sort: 'next', limit },
      }),
    refetchInterval: isSending ? 5000 : false,
  })
