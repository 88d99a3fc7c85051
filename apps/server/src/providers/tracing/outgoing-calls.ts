import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import { type Span, SpanKind, type Tracer, trace } from '@opentelemetry/api'
import { fail } from './steps.ts'

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
export function traceOutgoingCalls(tracer: Tracer): () => void {
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
