import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import {
  context,
  DiagLogLevel,
  diag,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type pg from 'pg'
import { observeSteps, type Step, type StepAttributes, type StepObserver } from '../steps/port.ts'

interface TracingOptions {
  /** The collector; `/v1/traces` is appended. */
  endpoint: string
  /** 'name=value,…' */
  headers: string | null
  serviceName: string
  roles: string[]
  /** Sampling ratio from 0 to 1. */
  share: number
  pool: pg.Pool
  onError: (message: string) => void
}

/** For the last export while the process stops. */
const LAST_EXPORT_MS = 1500

/** Exports traces by OTLP over HTTP in batches. Drops what can't be delivered. Returns a stop function. */
export function startTracing(options: TracingOptions): () => Promise<void> {
  const quiet = () => undefined
  const tell = (message: string) => options.onError(message)
  diag.setLogger(
    { error: tell, warn: tell, info: quiet, debug: quiet, verbose: quiet },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  const exporter = new OTLPTraceExporter({
    url: `${options.endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: parseHeaders(options.headers),
    timeoutMillis: 10_000,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': options.serviceName,
      'service.instance.id': crypto.randomUUID(),
      'goldpan.roles': options.roles,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(options.share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
    forceFlushTimeoutMillis: LAST_EXPORT_MS,
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  trace.setGlobalTracerProvider(provider)
  const tracer = provider.getTracer('goldpan')
  observeSteps(createStepObserver(tracer))
  traceDatabase(options.pool, tracer)
  const stopCalls = traceOutgoingCalls(tracer)
  return async () => {
    observeSteps(null)
    stopCalls()
    await Promise.race([
      provider.shutdown(),
      new Promise((resolve) => setTimeout(resolve, LAST_EXPORT_MS).unref()),
    ])
  }
}

function parseHeaders(text: string | null): Record<string, string> {
  const parts = (text ?? '').split(',').map((part) => part.trim().split(/=(.*)/s))
  return Object.fromEntries(
    parts.flatMap(([name, value]) => (name && value ? [[name, decodeURIComponent(value)]] : [])),
  )
}

const KINDS = {
  request: SpanKind.SERVER,
  job: SpanKind.CONSUMER,
  item: SpanKind.INTERNAL,
  call: SpanKind.CLIENT,
}

/** Turns every step into a span with the ids of its log lines. Requests and jobs start a new trace. */
function createStepObserver(tracer: Tracer): StepObserver {
  return (step, attributes, work) => {
    const root = step.kind === 'request' || step.kind === 'job'
    const span = tracer.startSpan(step.name, { kind: KINDS[step.kind], root, attributes: attributesOf(step) })
    const endOk = () => end(span, attributes)
    const endFailed = (error: unknown) => {
      if (!isRefusal(error)) fail(span, error)
      end(span, attributes)
    }
    if (step.onEnd)
      step.onEnd((status) => {
        span.setAttribute('http.response.status_code', status)
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        end(span, attributes)
      })
    return context.with(trace.setSpan(context.active(), span), () => {
      const answer = work()
      if (step.onEnd) {
        if (answer instanceof Promise) answer.catch((error: unknown) => isRefusal(error) || fail(span, error))
      } else if (answer instanceof Promise) answer.then(endOk, endFailed)
      else endOk()
      return answer
    })
  }
}

function attributesOf({ name, kind }: Step): Record<string, string> {
  const [method = '', route = ''] = name.split(' ', 2)
  return kind === 'request' ? { 'http.request.method': method, 'http.route': route } : {}
}

/** Attributes are read at the end, when the user is known. */
function end(span: Span, attributes: StepAttributes): void {
  for (const [name, value] of Object.entries(attributes)) span.setAttribute(`goldpan.${name}`, value)
  span.end()
}

/** Records only the error's name: its message may contain user data. The log has it under the same ids. */
function fail(span: Span, error: unknown): void {
  const { name = 'Error', code } = (error ?? {}) as { name?: string; code?: unknown }
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', typeof code === 'string' ? code : name)
}

/** Refusals are expected. */
const isRefusal = (error: unknown): boolean => ((error ?? {}) as { status?: number }).status !== undefined

type Query = (...args: unknown[]) => unknown

/**
 * Creates spans for the pool's statements within a step, with their text but no values. `pool.query` counts from when
 * it waits for a connection.
 */
function traceDatabase(pool: pg.Pool, tracer: Tracer): void {
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

interface FetchRequest {
  origin: string | URL
  method: string
}

interface Answered {
  request: object
  response: { statusCode?: number }
}

interface Failed {
  request: object
  error: unknown
}

/**
 * Creates spans for outgoing HTTP requests of fetch and node:http within a step. They name the server but no path,
 * which may contain a key. Returns a stop function.
 */
function traceOutgoingCalls(tracer: Tracer): () => void {
  const spans = new WeakMap<object, Span>()

  function begin(request: object, method: string, server: string): void {
    if (!trace.getActiveSpan()?.isRecording()) return
    const attributes = { 'http.request.method': method, 'server.address': server }
    spans.set(request, tracer.startSpan(method, { kind: SpanKind.CLIENT, attributes }))
  }

  function end(request: object, status: number | undefined, error?: unknown): void {
    const span = spans.get(request)
    if (!span) return
    if (status !== undefined) span.setAttribute('http.response.status_code', status)
    if (error !== undefined) fail(span, error)
    span.end()
    spans.delete(request)
  }

  const on = <Message>(name: string, tell: (message: Message) => void) => {
    const listener = (message: unknown) => tell(message as Message)
    subscribe(name, listener)
    return () => void unsubscribe(name, listener)
  }
  const stops = [
    on<{ request: FetchRequest }>('undici:request:create', ({ request }) =>
      begin(request, request.method, new URL(request.origin).hostname),
    ),
    on<Answered>('undici:request:headers', ({ request, response }) => end(request, response.statusCode)),
    on<Failed>('undici:request:error', ({ request, error }) => end(request, undefined, error)),
    on<{ request: ClientRequest }>('http.client.request.start', ({ request }) =>
      begin(request, request.method, request.host),
    ),
    on<Answered>('http.client.response.finish', ({ request, response }) => end(request, response.statusCode)),
    on<Failed>('http.client.request.error', ({ request, error }) => end(request, undefined, error)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
