import { context, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import type { Facts, Step, StepObserver } from '../steps/port.ts'

const KINDS = {
  request: SpanKind.SERVER,
  job: SpanKind.CONSUMER,
  item: SpanKind.INTERNAL,
  call: SpanKind.CLIENT,
}

/** Turns every step into a span with the ids of its log lines. Requests and jobs start a new trace. */
export function createStepObserver(tracer: Tracer): StepObserver {
  return (step, facts, work) => {
    const root = step.kind === 'request' || step.kind === 'job'
    const span = tracer.startSpan(step.name, { kind: KINDS[step.kind], root, attributes: attributesOf(step) })
    const endWell = () => end(span, facts)
    const endBadly = (error: unknown) => {
      if (!isRefusal(error)) fail(span, error)
      end(span, facts)
    }
    if (step.onEnd)
      step.onEnd((status) => {
        span.setAttribute('http.response.status_code', status)
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        end(span, facts)
      })
    return context.with(trace.setSpan(context.active(), span), () => {
      const answer = work()
      if (step.onEnd) {
        if (answer instanceof Promise) answer.catch((error: unknown) => isRefusal(error) || fail(span, error))
      } else if (answer instanceof Promise) answer.then(endWell, endBadly)
      else endWell()
      return answer
    })
  }
}

function attributesOf({ name, kind }: Step): Record<string, string> {
  const [method = '', route = ''] = name.split(' ', 2)
  return kind === 'request' ? { 'http.request.method': method, 'http.route': route } : {}
}

/** Facts are read at the end, when the user is known. */
function end(span: Span, facts: Facts): void {
  for (const [name, value] of Object.entries(facts)) span.setAttribute(`goldpan.${name}`, value)
  span.end()
}

/** Records only the error's name: its message may contain user data. The log has it under the same ids. */
export function fail(span: Span, error: unknown): void {
  const { name = 'Error', code } = (error ?? {}) as { name?: string; code?: unknown }
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', typeof code === 'string' ? code : name)
}

/** Refusals are expected. */
const isRefusal = (error: unknown): boolean => ((error ?? {}) as { status?: number }).status !== undefined
