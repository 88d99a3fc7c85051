import type { Prospect } from '@goldpan/contract/prospects'
import { removalRoutes } from '@goldpan/contract/removals'
import { reviewMessages, reviewRoutes } from '@goldpan/contract/review'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../../lib/error-text.ts'
import { call } from '../../../lib/goldpan-api.ts'
import { toast } from '../../../ui/toast.ts'
import { outcomesKey } from '../gathering.queries.ts'
import { refreshTable } from '../tables.queries.ts'

export type Decision = 'keep' | 'delete'

interface Decided {
  prospect: Prospect
  decision: Decision
}

/** Prospects one after another: what comes next, what was decided, and the way back. */
export function useReview(tableId: string) {
  const client = useQueryClient()
  const next = useQuery({
    queryKey: ['review', tableId],
    queryFn: () => call(reviewRoutes.next, { params: { tableId } }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [decided, setDecided] = useState<readonly Decided[]>([])
  const decidedIds = new Set(decided.map(({ prospect }) => prospect.id))
  const waiting = next.data?.prospects.filter(({ id }) => !decidedIds.has(id)) ?? []
  const fresh = next.data?.prospects.filter(({ id }) => decidedIds.has(id)).length ?? 0
  const left = Math.max(waiting.length, (next.data?.remaining ?? 0) - fresh)
  /** The names of removals, by prospect. */
  const removals = useRef(new Map<string, string>())
  const forget = (id: string) => setDecided((before) => before.filter(({ prospect }) => prospect.id !== id))

  const save = useMutation({
    scope: { id: 'review' },
    mutationFn: ({ prospect, decision }: Decided) =>
      call(reviewRoutes.decide, { params: { id: prospect.id }, body: { decision } }),
    onSuccess: ({ undo }, { prospect }) => undo && removals.current.set(prospect.id, undo),
    onError: (error, { prospect }) => {
      forget(prospect.id)
      toast.error(errorText(error, reviewMessages.decideFailed))
    },
  })
  const takeBack = useMutation({
    scope: { id: 'review' },
    async mutationFn({ prospect, decision }: Decided) {
      // One that was deleted, taken back and then kept still has the name of its removal.
      const removalId = decision === 'delete' && removals.current.get(prospect.id)
      if (!removalId) return call(reviewRoutes.undo, { params: { id: prospect.id } })
      const { restored } = await call(removalRoutes.undo, { params: { removalId } })
      if (restored === 0) throw new Error(reviewMessages.undoFailed)
    },
    onError: (error, undone) => {
      setDecided((before) => [...before, undone])
      toast.error(errorText(error, reviewMessages.undoFailed))
    },
  })

  const isSaving = save.isPending || takeBack.isPending
  const { refetch, isFetching } = next
  useEffect(() => {
    if (waiting.length === 0 && left > 0 && !isSaving && !isFetching) void refetch()
  }, [waiting.length, left, isSaving, isFetching, refetch])
  useRefreshAfterwards(() =>
    Promise.all([
      client.invalidateQueries({ queryKey: outcomesKey(tableId) }),
      client.invalidateQueries({ queryKey: ['prospects'] }),
      refreshTable(client, tableId),
    ]),
  )

  return {
    next,
    current: waiting[0] ?? null,
    left,
    decided,
    decide(decision: Decision) {
      const [prospect] = waiting
      if (!prospect) return
      const one = { prospect, decision }
      setDecided((before) => [...before, one])
      save.mutate(one)
    },
    undo() {
      const last = decided.at(-1)
      if (!last) return
      forget(last.prospect.id)
      takeBack.mutate(last, { onSuccess: () => void refetch() })
    },
  }
}

export type Review = ReturnType<typeof useReview>

/** The lists behind are read again when the page is left, not at every key. */
function useRefreshAfterwards(refresh: () => Promise<unknown>) {
  const latest = useRef(refresh)
  latest.current = refresh
  useEffect(() => () => void latest.current(), [])
}
