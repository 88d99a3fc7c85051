import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

/** A span of OTLP's JSON, with its attributes as an object. */
export interface ReceivedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  status: { code?: number }
  attributes: Record<string, unknown>
}

interface ExportRequest {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: { spans: (Omit<ReceivedSpan, 'attributes'> & { attributes: Attribute[] })[] }[]
  }[]
}

interface Attribute {
  key: string
  value: Record<string, unknown>
}

/** Receives traces: OTLP over HTTP in JSON, at /v1/traces. */
export async function startTraceReceiver() {
  const spans: ReceivedSpan[] = []
  const resources: Record<string, unknown>[] = []
  const requests: { path: string; headers: IncomingHttpHeaders }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    requests.push({ path: request.url ?? '', headers: request.headers })
    const exported = JSON.parse(Buffer.concat(chunks).toString()) as ExportRequest
    for (const { resource, scopeSpans } of exported.resourceSpans) {
      resources.push(toObject(resource.attributes))
      for (const span of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({ ...span, attributes: toObject(span.attributes) })
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"partialSuccess":{}}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const parentOf = (span: ReceivedSpan) => spans.find(({ spanId }) => spanId === span.parentSpanId)
  return { url, spans, resources, requests, parentOf }
}

const toObject = (attributes: Attribute[]): Record<string, unknown> =>
  Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue, ...other } }) => [
      key,
      stringValue ?? (intValue === undefined ? other : Number(intValue)),
    ]),
  )
