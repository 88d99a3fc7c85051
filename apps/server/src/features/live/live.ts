import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { LIVE_PING_MS, type LiveChange, type LiveTopic, liveRoutes, liveTopic } from '@goldpan/contract/live'
import { type Connection, DatabaseClient } from '../../db/connection.ts'
import type { OwnerId } from '../../db/owner.ts'
import type { Binder, SentFile } from '../../http/bind.ts'

export interface LiveDeps {
  /** Connection to the database that notifies of changes, outside of the pool. */
  connection: Connection
  onError: (error: unknown) => void
}

const CHANNEL = 'goldpan_changes'
/** Changes are collected for this long before a screen is told. */
const COLLECT_MS = 1000
/** The browser then reconnects, which checks its session again. */
const STREAM_MAX_MS = 5 * 60_000
/** Streams per person in this process; a new one ends the oldest. */
const MAX_STREAMS = 20
const RECONNECT_MS = 1000
/** A browser that doesn't read is disconnected when this much is waiting. */
const MAX_WAITING_BYTES = 64 * 1024

interface Stream {
  owner: OwnerId
  person: OwnerId
  events: PassThrough
  /** Topics that changed but weren't sent yet; null means any may have changed. */
  changed: Set<LiveTopic> | null
  timer: NodeJS.Timeout | null
  close(): void
}

/** Tells open screens what changed, by server-sent events. Database triggers report the changes of all processes. */
export function createLive({ connection, onError }: LiveDeps) {
  const streams = new Set<Stream>()
  const stopped = new AbortController()
  let listening: Promise<void> | null = null

  function ensureListening(): void {
    if (streams.size === 0 || stopped.signal.aborted) return
    listening ??= listen().finally(() => {
      listening = null
      // A stream may have been opened in the meantime.
      ensureListening()
    })
  }

  /** Listens while a stream is open. Reconnects if the connection breaks. */
  async function listen(): Promise<void> {
    while (streams.size > 0 && !stopped.signal.aborted) {
      try {
        await listenOnce()
      } catch (error) {
        if (!stopped.signal.aborted) onError(error)
      }
      await sleep(RECONNECT_MS, undefined, { signal: stopped.signal }).catch(() => undefined)
      // Changes during the reconnect were missed.
      for (const stream of streams) note(stream, null)
    }
  }

  async function listenOnce(): Promise<void> {
    const client = new DatabaseClient({ ...connection, keepAlive: true, query_timeout: LIVE_PING_MS })
    const broken = new Promise<never>((_, reject) => {
      client.once('error', reject)
      client.once('end', () => reject(new Error('The connection that listens for changes was closed')))
    })
    broken.catch(() => undefined)
    client.on('notification', ({ payload = '' }) => {
      const [owner = '', topic] = payload.split(' ')
      if (topic === 'suspended') endStreamsOf(owner)
      const known = liveTopic.safeParse(topic)
      if (known.success) for (const stream of streams) if (stream.owner === owner) note(stream, known.data)
    })
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      while (streams.size > 0 && !stopped.signal.aborted) {
        const pause = sleep(LIVE_PING_MS, undefined, { signal: stopped.signal }).catch(() => undefined)
        await Promise.race([pause, broken])
        // Notices a connection that no longer responds.
        await Promise.race([client.query('select 1'), broken])
        for (const stream of streams) write(stream, 'ping', '')
      }
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  /** The browser reconnects, and is refused. */
  function endStreamsOf(person: string): void {
    for (const stream of streams) if (stream.person === person) stream.close()
  }

  /** Null: any topic may have changed. */
  function note(stream: Stream, topic: LiveTopic | null): void {
    if (topic === null) stream.changed = null
    else stream.changed?.add(topic)
    stream.timer ??= setTimeout(() => {
      stream.timer = null
      const change: LiveChange = { topics: stream.changed && [...stream.changed] }
      stream.changed = new Set()
      write(stream, 'change', JSON.stringify(change))
    }, COLLECT_MS)
  }

  function write(stream: Stream, event: string, data: string): void {
    if (stream.events.writableLength > MAX_WAITING_BYTES) stream.events.destroy()
    else stream.events.write(`event: ${event}\ndata: ${data}\n\n`)
  }

  return {
    /** A stream of changes to this owner's rows. Begins with a `ping`. */
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

    /** Ends all streams; browsers reconnect to another process. */
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
    // Turns off proxy buffering, which would hold events back.
    caller.reply.header('x-accel-buffering', 'no')
    return { content: live.open(owner, person), contentType: 'text/event-stream', isOpenEnded: true }
  })
}
