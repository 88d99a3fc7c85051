import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { LIVE_PING_MS, type LiveChange, type LiveTopic, liveRoutes, liveTopic } from '@goldpan/contract/live'
import pg from 'pg'
import type { OwnerId } from '../../db/owner.ts'
import type { Binder, SentFile } from '../../http/bind.ts'

export interface LiveDeps {
  /** Of the database that tells the changes; it is listened to on a connection outside of the pool. */
  connection: pg.ClientConfig
  onError: (error: unknown) => void
}

const CHANNEL = 'goldpan_changes'
/** A screen hears of changes at most this often. */
const GATHER_MS = 1000
/** Then the browser asks again, which also checks its session. */
const STREAM_MAX_MS = 5 * 60_000
/** Of one person in this process; the oldest is ended for a new one. */
const MAX_STREAMS = 20
const RECONNECT_MS = 1000
/** A browser that reads nothing is dropped once this many bytes wait for it. */
const MAX_WAITING_BYTES = 64 * 1024

interface Stream {
  owner: OwnerId
  person: OwnerId
  events: PassThrough
  /** Topics that changed and were not told yet; null if anything may have changed. */
  changed: Set<LiveTopic> | null
  timer: NodeJS.Timeout | null
  close(): void
}

/** Tells open screens what changed, as server-sent events. Triggers in the database name the changes, whichever process made them. */
export function createLive({ connection, onError }: LiveDeps) {
  const streams = new Set<Stream>()
  const stopped = new AbortController()
  let listening: Promise<void> | null = null

  function ensureListening(): void {
    if (streams.size === 0 || stopped.signal.aborted) return
    listening ??= listen().finally(() => {
      listening = null
      // A stream may have been opened at the last moment.
      ensureListening()
    })
  }

  /** Listens while a stream is open, and reconnects if the connection breaks. */
  async function listen(): Promise<void> {
    while (streams.size > 0 && !stopped.signal.aborted) {
      try {
        await listenOnce()
      } catch (error) {
        if (!stopped.signal.aborted) onError(error)
      }
      await sleep(RECONNECT_MS, undefined, { signal: stopped.signal }).catch(() => undefined)
      // Changes since the connection broke were not told.
      for (const stream of streams) note(stream, null)
    }
  }

  async function listenOnce(): Promise<void> {
    const client = new pg.Client({ ...connection, keepAlive: true, query_timeout: LIVE_PING_MS })
    const broken = new Promise<never>((_, reject) => {
      client.once('error', reject)
      client.once('end', () => reject(new Error('The connection that listens for changes was closed')))
    })
    broken.catch(() => undefined)
    client.on('notification', ({ payload = '' }) => {
      const [owner = '', topic] = payload.split(' ')
      const known = liveTopic.safeParse(topic)
      if (known.success) for (const stream of streams) if (stream.owner === owner) note(stream, known.data)
    })
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      while (streams.size > 0 && !stopped.signal.aborted) {
        const pause = sleep(LIVE_PING_MS, undefined, { signal: stopped.signal }).catch(() => undefined)
        await Promise.race([pause, broken])
        // A connection that no longer answers is noticed here.
        await Promise.race([client.query('select 1'), broken])
        for (const stream of streams) write(stream, 'ping', '')
      }
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  /** Null: anything may have changed. */
  function note(stream: Stream, topic: LiveTopic | null): void {
    if (topic === null) stream.changed = null
    else stream.changed?.add(topic)
    stream.timer ??= setTimeout(() => {
      stream.timer = null
      const change: LiveChange = { topics: stream.changed && [...stream.changed] }
      stream.changed = new Set()
      write(stream, 'change', JSON.stringify(change))
    }, GATHER_MS)
  }

  function write(stream: Stream, event: string, data: string): void {
    if (stream.events.writableLength > MAX_WAITING_BYTES) stream.events.destroy()
    else stream.events.write(`event: ${event}\ndata: ${data}\n\n`)
  }

  return {
    /** A stream of the changes of this owner's rows. It begins with a `ping`. */
    open(owner: OwnerId, person: OwnerId): PassThrough {
      const own = [...streams].filter((stream) => stream.person === person)
      if (own.length >= MAX_STREAMS) own[0]!.close()
      const events = new PassThrough()
      const end = setTimeout(() => events.end(), STREAM_MAX_MS)
      const stream: Stream = {
        owner,
        person,
        events,
        changed: new Set(),
        timer: null,
        close: () => events.end(),
      }
      events.once('close', () => {
        streams.delete(stream)
        clearTimeout(end)
        if (stream.timer) clearTimeout(stream.timer)
      })
      streams.add(stream)
      events.write(`retry: ${RECONNECT_MS}\n`)
      write(stream, 'ping', '')
      ensureListening()
      return events
    },

    /** Every screen may be out of date. */
    tellAll(): void {
      for (const stream of streams) note(stream, null)
    },

    /** Ends all streams: browsers go on with another process. */
    async close(): Promise<void> {
      stopped.abort()
      for (const stream of streams) stream.close()
      await listening
    },
  }
}

export type Live = ReturnType<typeof createLive>

export function bindLive(bind: Binder, live: Live): void {
  bind(liveRoutes.stream, ({ owner, person, caller }): SentFile => {
    // A proxy that collects the answer first would show nothing until the end.
    caller.reply.header('x-accel-buffering', 'no')
    return { content: live.open(owner, person), contentType: 'text/event-stream', isOpenEnded: true }
  })
}
