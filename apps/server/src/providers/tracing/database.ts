import { SpanKind, type Tracer, trace } from '@opentelemetry/api'
import type pg from 'pg'
import { fail } from './steps.ts'

type Query = (...args: unknown[]) => unknown

/**
 * Creates spans for the pool's statements within a step, with their text but no values. `pool.query` counts from when
 * it waits for a connection.
 */
export function traceDatabase(pool: pg.Pool, tracer: Tracer): void {
  const known = new WeakSet<pg.PoolClient>()
  trackQueries(pool, tracer)
  pool.on('acquire', (client) => {
    if (known.has(client)) return
    known.add(client)
    trackQueries(client, tracer)
  })
}

function trackQueries(target: { query: unknown }, tracer: Tracer): void {
  const query = target.query as Query
  target.query = function (this: unknown, ...args: unknown[]) {
    const text = textOf(args[0])
    // A call with a callback comes from the pool, which has a span already. Streams reply in their own way.
    const isOurs = text !== null && typeof args.at(-1) !== 'function' && trace.getActiveSpan()?.isRecording()
    if (!isOurs) return query.apply(this, args)
    const operation = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL'
    const span = tracer.startSpan(operation, {
      kind: SpanKind.CLIENT,
      attributes: {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        'db.query.text': text.slice(0, 2000),
      },
    })
    const answer = query.apply(this, args) as Promise<unknown>
    answer.then(
      () => span.end(),
      (error: unknown) => {
        fail(span, error)
        span.end()
      },
    )
    return answer
  }
}

function textOf(asked: unknown): string | null {
  if (typeof asked === 'string') return asked
  const { text, submit } = (asked ?? {}) as { text?: unknown; submit?: unknown }
  return typeof text === 'string' && submit === undefined ? text : null
}
