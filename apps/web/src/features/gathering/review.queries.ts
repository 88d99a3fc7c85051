import type { Prospect } from '@goldpan/contract/prospects'
import { removalRoutes } from '@goldpan/contract/removals'
import { reviewMessages, reviewRoutes, SURE_CONFIDENCE } from '@goldpan/contract/review'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { countOf } from '../../lib/counts.ts'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { refreshTable } from '../../lib/table-cache.ts'
import { toast } from '../../ui/toast.ts'
import { outcomesKey } from './gathering.queries.ts'

export type Decision = 'keep' | 'delete'

interface Decided {
  prospect: Prospect
  decision: Decision
  /** The instant of 'Keep all …', which decided several at once. */
  keptAt?: string
}

/** A line of the list: a prospect, and the decision about it if there is one. */
export interface Entry {
  prospect: Prospect
  decision: Decision | null
}

/** Fewer waiting ones than this fetch more, so that the list doesn't run dry. */
const LOW = 20

type Queue = Awaited<ReturnType<typeof fetchQueue>>
const fetchQueue = (tableId: string) => call(reviewRoutes.next, { params: { tableId } })

/** The review of a table: its list, the decisions so far, and Undo. Decisions show before the server has answered. */
export function useReview(tableId: string) {
  const client = useQueryClient()
  const queryKey = ['prospects', 'review', tableId] as const
  const queue = useQuery({ queryKey, queryFn: () => fetchQueue(tableId), gcTime: 0 })
  const [decided, setDecided] = useState<readonly Decided[]>([])
  const [shownId, show] = useState<string | null>(null)
  const { entries, counts } = merge(queue.data, decided)
  const waiting = entries.filter(({ decision }) => decision === null)
  const shown = entries.find(({ prospect }) => prospect.id === shownId) ?? waiting[0] ?? null
  /** Removal ids by prospect. */
  const removals = useRef(new Map<string, string>())

  const add = (more: readonly Decided[]) =>
    setDecided((before) => {
      const known = new Set(before.map(({ prospect }) => prospect.id))
      return [...before, ...more.filter(({ prospect }) => !known.has(prospect.id))]
    })
  const forget = (those: readonly Decided[]) => {
    const ids = new Set(those.map(({ prospect }) => prospect.id))
    setDecided((before) => before.filter(({ prospect }) => !ids.has(prospect.id)))
  }

  const save = useMutation({
    scope: { id: 'review' },
    mutationFn: ({ prospect, decision }: Decided) =>
      call(reviewRoutes.decide, { params: { id: prospect.id }, body: { decision } }),
    onSuccess: ({ undo }, { prospect }) => undo && removals.current.set(prospect.id, undo),
    onError: (error, one) => {
      forget([one])
      toast.error(errorText(error, reviewMessages.decideFailed))
    },
  })
  const keepSure = useMutation({
    scope: { id: 'review' },
    mutationFn: () =>
      call(reviewRoutes.keepAbove, { params: { tableId }, body: { confidence: SURE_CONFIDENCE } }),
    onError: (error) => toast.error(errorText(error, reviewMessages.keepAboveFailed)),
  })
  const takeBack = useMutation({
    scope: { id: 'review' },
    async mutationFn({ prospect, decision }: Decided) {
      // A prospect that was deleted, restored and then kept still has a removal id.
      const removalId = decision === 'delete' && removals.current.get(prospect.id)
      if (!removalId) return call(reviewRoutes.undo, { params: { id: prospect.id } })
      const { restored } = await call(removalRoutes.undo, { params: { removalId } })
      if (restored === 0) throw new Error(reviewMessages.undoFailed)
    },
  })
  const takeBackKept = useMutation({
    scope: { id: 'review' },
    mutationFn: (kept_at: string) =>
      call(reviewRoutes.undoKeepAbove, { params: { tableId }, body: { kept_at } }),
  })

  const isSaving = [save, keepSure, takeBack, takeBackKept].some(({ isPending }) => isPending)
  const { refetch, isFetching } = queue
  useEffect(() => {
    if (waiting.length < LOW && counts.left > waiting.length && !isSaving && !isFetching) void refetch()
  }, [waiting.length, counts.left, isSaving, isFetching, refetch])
  useRefreshAfterwards(() =>
    Promise.all([
      client.invalidateQueries({ queryKey: outcomesKey(tableId) }),
      client.invalidateQueries({ queryKey: ['prospects'] }),
      refreshTable(client, tableId),
    ]),
  )

  /** Shows decisions as taken back at once. */
  function reopen(those: readonly Decided[]) {
    forget(those)
    client.setQueryData<Queue>(queryKey, (before) => before && withReopened(before, those))
    return {
      onSuccess: () => void refetch(),
      onError: (error: Error) => {
        add(those)
        toast.error(errorText(error, reviewMessages.undoFailed))
      },
    }
  }

  function undoKept(keptAt: string) {
    takeBackKept.mutate(keptAt, reopen(decided.filter((one) => one.keptAt === keptAt)))
  }

  function undo(one: Decided | undefined) {
    if (!one) return
    show(one.prospect.id)
    if (one.keptAt) undoKept(one.keptAt)
    else takeBack.mutate(one, reopen([one]))
  }

  // The toast's button outlives the render that made it.
  const latestUndoKept = useRef(undoKept)
  latestUndoKept.current = undoKept

  return {
    queue,
    entries,
    shown,
    counts,
    last: decided.at(-1) ?? null,
    decidedCount: decided.length,
    show,
    decide(decision: Decision) {
      if (!shown || shown.decision !== null) return
      const one = { prospect: shown.prospect, decision }
      show(nextWaiting(entries, shown))
      add([one])
      save.mutate(one)
    },
    /** True if 'Keep all …' may find somebody. */
    hasSure: counts.left > waiting.length || waiting.some(({ prospect }) => isSure(prospect)),
    isKeepingSure: keepSure.isPending,
    keepSure: () =>
      keepSure.mutate(undefined, {
        onSuccess({ kept, kept_at: keptAt }) {
          const sure = waiting.map(({ prospect }) => prospect).filter(isSure)
          add(sure.map((prospect) => ({ prospect, decision: 'keep', keptAt })))
          show(null)
          void refetch()
          toast.success(`${countOf(kept, 'contact')} kept`, {
            action: { label: 'Undo', onClick: () => latestUndoKept.current(keptAt) },
            duration: 10_000,
          })
        },
      }),
    undoLast: () => undo(decided.at(-1)),
    undoShown: () => undo(decided.find(({ prospect }) => prospect.id === shown?.prospect.id)),
    /** Shows the entry before or after. */
    step(by: 1 | -1) {
      const at = entries.findIndex(({ prospect }) => prospect.id === shown?.prospect.id)
      const next = entries[at + by]
      if (next) show(next.prospect.id)
    },
  }
}

export type Review = ReturnType<typeof useReview>

const isSure = ({ confidence }: Prospect): boolean => (confidence ?? 0) > SURE_CONFIDENCE

/** The list in the order of finding, and how far the review is. */
function merge(queue: Queue | undefined, decided: readonly Decided[]) {
  const decisions = new Map(decided.map(({ prospect, decision }) => [prospect.id, decision]))
  const queued = queue?.prospects ?? []
  const waiting = queued.filter(({ id }) => !decisions.has(id))
  // Decided here, and not yet when the queue was read.
  const fresh = queued.filter(({ id }) => decisions.has(id))
  const kept = (queue?.kept ?? 0) + fresh.filter(({ id }) => decisions.get(id) === 'keep').length
  const deleted = decided.filter(({ decision }) => decision === 'delete').length
  const left = Math.max(waiting.length, (queue?.remaining ?? 0) - fresh.length)
  const entries: Entry[] = [
    ...decided.map(({ prospect, decision }) => ({ prospect, decision })),
    ...waiting.map((prospect) => ({ prospect, decision: null })),
  ].sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
  return { entries, counts: { kept, deleted, left, total: kept + deleted + left } }
}

const orderOf = ({ prospect }: Entry): string => `${prospect.created_at} ${prospect.id}`

function nextWaiting(entries: readonly Entry[], after: Entry): string | null {
  const at = entries.indexOf(after)
  const next = [...entries.slice(at + 1), ...entries.slice(0, at)].find(({ decision }) => decision === null)
  return next?.prospect.id ?? null
}

/** The queue with prospects back in it whose decision was read as made. */
function withReopened(queue: Queue, those: readonly Decided[]): Queue {
  const queued = new Set(queue.prospects.map(({ id }) => id))
  const back = those.filter(({ prospect }) => !queued.has(prospect.id))
  return {
    prospects: [...back.map(({ prospect }) => prospect), ...queue.prospects],
    remaining: queue.remaining + back.length,
    kept: queue.kept - back.filter(({ decision }) => decision === 'keep').length,
  }
}

/** Refetches the lists when the page is left, not at every decision. */
function useRefreshAfterwards(refresh: () => Promise<unknown>) {
  const latest = useRef(refresh)
  latest.current = refresh
  useEffect(() => () => void latest.current(), [])
}
