import { type GatheringJob, gatheringMessages, isActiveJob } from '@goldpan/contract/gathering'
import type { TableDetail } from '@goldpan/contract/tables'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { countOf } from '../../lib/counts.ts'
import { errorText } from '../../lib/error-text.ts'
import { setTitleNotice } from '../../lib/page-title.ts'
import { toast } from '../../ui/toast.ts'
import {
  refreshAfterJob,
  useCancelGathering,
  useJob,
  useJobHistory,
  useRetryGathering,
  useStartGathering,
} from './gathering.queries.ts'

export type Gathering = ReturnType<typeof useGathering>

/** The newest job of a table, followed while it runs, with actions to start and cancel. */
export function useGathering(table: TableDetail) {
  const client = useQueryClient()
  const history = useJobHistory(table.id)
  const newest = history.data?.[0]
  const watched = useRef<string | null>(null)
  const [startedId, setStartedId] = useState<string>()
  // Follow a job that was started here even while the history loads.
  const followedId = newest && isActiveJob(newest.status) ? newest.id : startedId
  const job = useJob(followedId)
  const watch = (jobId: string) => {
    watched.current = jobId
    setStartedId(jobId)
  }
  const start = useStartGathering(table.id, watch)
  const again = useRetryGathering(table.id, watch)
  const cancel = useCancelGathering(table.id)
  const [outcome, setOutcome] = useState<{ kind: 'success' | 'error'; text: string } | null>(null)
  const isOutdated = job.data && newest && job.data.created_at < newest.created_at
  const current = (isOutdated ? newest : (job.data ?? newest)) ?? null
  const isRunning = start.isPending || again.isPending || (current !== null && isActiveJob(current.status))

  useEffect(() => {
    if (!current) return
    if (isActiveJob(current.status)) {
      watched.current = current.id
      return
    }
    if (watched.current !== current.id) return
    watched.current = null
    void refreshAfterJob(client, table.id)
    if (current.status === 'completed') {
      const found = current.result?.total_prospects_found ?? current.progress.prospects_found
      setOutcome({ kind: 'success', text: completedText(found, current.result) })
      setTitleNotice(`Done: ${countOf(found, 'prospect')}`)
    }
    if (current.status === 'failed')
      setOutcome({ kind: 'error', text: `Job failed: ${current.error ?? gatheringMessages.unknownError}` })
  }, [client, current, table.id])

  return {
    job: current,
    isRunning,
    outcome,
    clearOutcome: () => setOutcome(null),
    isStarting: start.isPending,
    start(listPlaceIds: () => Promise<string[]>) {
      setOutcome(null)
      start.mutate(listPlaceIds, {
        onError: (error) => toast.error(errorText(error, gatheringMessages.startFailed)),
      })
    },
    /** Retries the websites that failed. */
    retry() {
      setOutcome(null)
      again.mutate(undefined, {
        onError: (error) => toast.error(errorText(error, gatheringMessages.startFailed)),
      })
    },
    cancel() {
      if (!current) return
      watched.current = null
      cancel.mutate(current.id, {
        onError: (error) => toast.error(errorText(error, gatheringMessages.cancelFailed)),
      })
    },
  }
}

function completedText(found: number, result: GatheringJob['result']): string {
  const added =
    result?.prospects_added === undefined ? '' : `, ${result.prospects_added.toLocaleString()} of them new`
  const left = (result?.left_out_suppressed ?? 0) + (result?.left_out_deleted ?? 0)
  const leftOut = left === 0 ? '' : ` ${countOf(left, 'address', 'addresses')} left out; see Job History.`
  const counted =
    found === 0
      ? `No prospects were found this time.${leftOut}`
      : `${countOf(found, 'prospect')} found${added}.${leftOut}`
  return `Prospect gathering completed. ${counted} Review the contacts and remove wrong ones.`
}
