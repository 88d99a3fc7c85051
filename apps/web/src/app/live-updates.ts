import { LIVE_PING_MS, type LiveTopic, liveChange, liveRoutes } from '@goldpan/contract/live'
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { LIVE_PAGES_MAX } from '../lib/live-pages.ts'

/** The first part of the keys of queries that show rows of each kind. */
const keysOf: Record<LiveTopic, readonly string[]> = {
  campaigns: ['campaigns', 'campaign', 'send-job', 'sending-pauses', 'home', 'running'],
  imports: ['imports', 'running'],
  mailboxes: ['own-mailboxes', 'home'],
  prospects: ['prospects', 'tables', 'gathering', 'home'],
  replies: ['conversations', 'conversation', 'home', 'unread', 'holds'],
  suppressions: ['suppressions', 'prospects', 'conversations', 'conversation', 'home', 'unread'],
  tables: ['tables', 'gathering', 'home', 'running'],
  usage: ['usage', 'token-balance', 'token-transactions', 'billing'],
}
const allKeys: ReadonlySet<string> = new Set(Object.values(keysOf).flat())

/** Parts of a campaign that only one's own changes renew: what is edited, previews, and a check of every recipient. */
const EDITED = new Set([
  'template',
  'email',
  'preview',
  'send-preview',
  'send-plan',
  'prospects-to-add',
  'missing-values',
])

/** Without a stream that works, screens are fetched again this often. */
const POLL_MS = 5000
/** A stream that says nothing for longer is opened again. */
const SILENCE_MS = LIVE_PING_MS * 2.5

export interface LiveUpdatesOptions {
  /** Refetches what shows these kinds of rows, or all of them. */
  refresh: (topics: readonly LiveTopic[] | null) => void
  /** The screen was fetched just now, so the first sign of life refreshes nothing. */
  isFresh: boolean
  /** True if the server answers at all. */
  probe: () => Promise<boolean>
  onLost: (isLost: boolean) => void
}

/**
 * Follows the server's stream of changes and refreshes what they are about. When the stream can't be opened or is silent,
 * polls instead until it works again. Returns a stop function.
 */
export function followChanges({ refresh, isFresh, probe, onLost }: LiveUpdatesOptions): () => void {
  let source: EventSource | null = null
  let isFollowing = false
  let isUpToDate = isFresh
  let silence: ReturnType<typeof setTimeout> | undefined

  function open(): void {
    source?.close()
    source = new EventSource(liveRoutes.stream.path)
    source.addEventListener('ping', hear)
    source.addEventListener('change', ({ data }: MessageEvent<string>) => {
      hear()
      const change = liveChange.safeParse(JSON.parse(data))
      if (change.success) refresh(change.data.topics)
    })
    source.addEventListener('error', loseStream)
    expectSignOfLife()
  }

  function hear(): void {
    // Changes while there was no stream were not told.
    if (!isUpToDate) refresh(null)
    isUpToDate = true
    isFollowing = true
    onLost(false)
    expectSignOfLife()
  }

  function loseStream(): void {
    isFollowing = false
    isUpToDate = false
  }

  function expectSignOfLife(): void {
    clearTimeout(silence)
    silence = setTimeout(() => {
      loseStream()
      open()
    }, SILENCE_MS)
  }

  const poll = setInterval(async () => {
    if (isFollowing) return
    const isThere = await probe()
    if (isFollowing) return
    onLost(!isThere)
    if (!isThere) return
    refresh(null)
    if (source?.readyState === EventSource.CLOSED) open()
  }, POLL_MS)

  open()
  return () => {
    clearInterval(poll)
    clearTimeout(silence)
    source?.close()
  }
}

/** Keeps the screens of a signed-in person up to date. Returns true while the server can't be reached. */
export function useLiveUpdates(): boolean {
  const client = useQueryClient()
  const isVisible = useIsVisible()
  const [isLost, setLost] = useState(false)
  const wasHidden = useRef(false)
  useEffect(() => {
    if (!isVisible) {
      wasHidden.current = true
      return
    }
    const stop = followChanges({
      isFresh: !wasHidden.current,
      refresh: (topics) => refreshQueries(client, topics),
      probe: isServerThere,
      onLost: setLost,
    })
    return () => {
      stop()
      setLost(false)
    }
  }, [client, isVisible])
  return isLost
}

/** Hidden tabs rest. */
function useIsVisible(): boolean {
  const [isVisible, setVisible] = useState(document.visibilityState === 'visible')
  useEffect(() => {
    const update = () => setVisible(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [])
  return isVisible
}

async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch('/api/health', { cache: 'no-store' })).status < 500
  } catch {
    return false
  }
}

/** Marks what shows these kinds of rows as stale, and fetches again what is on the screen. */
export function refreshQueries(client: QueryClient, topics: readonly LiveTopic[] | null): void {
  // A change under way refetches when it ends; its optimistic rows must not be overwritten before.
  if (client.isMutating() > 0) {
    setTimeout(() => refreshQueries(client, topics), 500)
    return
  }
  const keys = topics === null ? allKeys : new Set(topics.flatMap((topic) => keysOf[topic]))
  const isShown = ({ queryKey: [first, , part], state }: Query) =>
    keys.has(String(first)) && !EDITED.has(String(part)) && countPages(state.data) <= LIVE_PAGES_MAX
  // A fetch under way may have read before the change, and slow ones must come to their end.
  if (client.isFetching({ predicate: isShown }) > 0) setTimeout(() => refreshQueries(client, topics), 1000)
  void client.invalidateQueries({ predicate: isShown }, { cancelRefetch: false })
}

const countPages = (data: unknown): number => {
  const { pages } = (data ?? {}) as { pages?: unknown[] }
  return pages?.length ?? 1
}
