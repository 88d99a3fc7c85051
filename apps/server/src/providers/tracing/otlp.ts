import { context, DiagLogLevel, diag, trace } from '@opentelemetry/api'
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
import { observeSteps } from '../steps/port.ts'
import { traceDatabase } from './database.ts'
import { traceOutgoingCalls } from './outgoing-calls.ts'
import { createStepObserver } from './steps.ts'

export interface TracingOptions {
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
