import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A reply; the last one of a script repeats. */
export type Reply =
  | { kind: 'text'; text: string; after?: Promise<unknown> }
  | { kind: 'refusal' }
  | { kind: 'status'; status: number; body?: string }
  | { kind: 'hang' }
  | { kind: 'break' }
  /** Most of the text, then silence. */
  | { kind: 'stall'; text: string }
  /** 400 if the request has a schema, otherwise the text. */
  | { kind: 'no-schema'; text: string }

export interface ReceivedRequest {
  path: string
  headers: IncomingMessage['headers']
  body: Record<string, unknown>
}

export interface ModelServer {
  url: string
  received: ReceivedRequest[]
  reply(...replies: Reply[]): void
  close(): Promise<void>
}

/** Streams like OpenAI's chat completions and, at /v1/messages, like Anthropic. */
export async function startModelServer(): Promise<ModelServer> {
  const received: ReceivedRequest[] = []
  let script: Reply[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>
    received.push({ path: request.url ?? '', headers: request.headers, body })
    const reply = script.length > 1 ? script.shift() : script[0]
    if (reply?.kind === 'text') await reply.after
    if (reply)
      answer(
        reply,
        body,
        (request.url ?? '').endsWith('/messages') ? anthropicEvents : openAiEvents,
        response,
      )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    received,
    reply: (...replies) => {
      script = replies
      received.length = 0
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

type Events = (text: string, isRefusal: boolean, usesTool: boolean) => string[]

function answer(reply: Reply, body: Record<string, unknown>, events: Events, response: ServerResponse): void {
  const asksForSchema = Boolean(body.response_format ?? body.output_config ?? body.tools)
  if (reply.kind === 'hang') return
  if (reply.kind === 'status' || (reply.kind === 'no-schema' && asksForSchema)) {
    const status = reply.kind === 'status' ? reply.status : 400
    // The client waits this long before it retries.
    response.writeHead(status, { 'content-type': 'application/json', 'retry-after-ms': '1' })
    response.end(
      reply.kind === 'status' && reply.body
        ? reply.body
        : JSON.stringify({ error: { type: 'x', message: 'secret sk-123' } }),
    )
    return
  }
  const text = 'text' in reply ? reply.text : '{"subject": "Half'
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const all = events(text, reply.kind === 'refusal', Boolean(body.tools))
  if (reply.kind === 'break') {
    response.write(all.slice(0, 3).join(''), () => response.destroy())
    return
  }
  if (reply.kind === 'stall') response.write(all.slice(0, 9).join(''))
  else response.end(all.join(''))
}

const pieces = (text: string) => text.match(/[\s\S]{1,40}/g) ?? []

function openAiEvents(text: string, isRefusal: boolean): string[] {
  const chunk = (delta: object, finish: string | null) =>
    `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
  const usage = {
    id: 'c1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [],
    usage: { prompt_tokens: 700, completion_tokens: 200, total_tokens: 900 },
  }
  return [
    chunk({ role: 'assistant', content: '' }, null),
    ...(isRefusal ? [] : pieces(text).map((content) => chunk({ content }, null))),
    chunk({}, isRefusal ? 'content_filter' : 'stop'),
    `data: ${JSON.stringify(usage)}\n\n`,
    'data: [DONE]\n\n',
  ]
}

function anthropicEvents(text: string, isRefusal: boolean, usesTool: boolean): string[] {
  const event = (type: string, data: object) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`
  const block = usesTool
    ? { type: 'tool_use', id: 't1', name: 'json', input: {} }
    : { type: 'text', text: '' }
  const delta = (piece: string) =>
    usesTool ? { type: 'input_json_delta', partial_json: piece } : { type: 'text_delta', text: piece }
  return [
    event('message_start', {
      message: {
        id: 'm1',
        type: 'message',
        role: 'assistant',
        model: 'm',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 700, output_tokens: 1 },
      },
    }),
    event('content_block_start', { index: 0, content_block: block }),
    ...(isRefusal
      ? []
      : pieces(text).map((piece) => event('content_block_delta', { index: 0, delta: delta(piece) }))),
    event('content_block_stop', { index: 0 }),
    event('message_delta', {
      delta: { stop_reason: isRefusal ? 'refusal' : usesTool ? 'tool_use' : 'end_turn', stop_sequence: null },
      usage: { output_tokens: 200 },
    }),
    event('message_stop', {}),
  ]
}
