import { Readable } from 'node:stream'
import { allRefusals } from '@goldpan/contract/refusals'
import {
  type HandlerAnswer,
  type HandlerInput,
  kindOfParam,
  LINES_TYPE,
  maxBytesOf,
  PAGE_HEADERS,
  type Paged,
  type Route,
  type Upload,
} from '@goldpan/contract/route'
import { asId } from '@goldpan/contract/text'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { OwnerId } from '../db/owner.ts'
import { addAttributes } from '../providers/steps/port.ts'
import type { AccountConcurrency } from './account-concurrency.ts'
import type { BodyBudget } from './body-budget.ts'
import type { RateLimits } from './rate-limits.ts'
import { refuse } from './refuse.ts'
import type { Admitted, SessionGate } from './session-gate.ts'
import { sourceOf } from './source-of.ts'
import { readUpload, receiveUpload, type StreamedFile, type UploadedFile } from './uploads.ts'

export interface Caller {
  /** The client's network address (the /64 network of IPv6), as far as proxies can be trusted. */
  source: string
  userAgent: string | null
  /** True if the client accepts JSON lines, on routes that can send them. */
  wantsLines: boolean
  /** True if the password was entered within the last hour. */
  isProved: boolean
  request: FastifyRequest
  reply: FastifyReply
}

type OwnerOf<R> = R extends { access: 'public' | 'local' } ? OwnerId | null : OwnerId

interface RequestOwners<R> {
  /** The owner of the rows: the session's organization, or the person if the route says `whose: 'person'`. */
  owner: OwnerOf<R>
  /** The caller. */
  person: OwnerOf<R>
}

type FileOf<R> = R extends { upload: infer Upload }
  ? Upload extends { isStreamed: true }
    ? { file: StreamedFile }
    : { file: Upload extends { required: true } ? UploadedFile : UploadedFile | null }
  : unknown

type AnswerOf<R> = R extends { answer: 'file' }
  ? SentFile
  : R extends { lines: z.ZodType }
    ? HandlerAnswer<R> | Readable
    : HandlerAnswer<R>

export type Handler<R> = (
  input: HandlerInput<R> & FileOf<R> & RequestOwners<R> & { caller: Caller },
) => Promise<AnswerOf<R>> | AnswerOf<R>

/** A response with a file, possibly streamed. */
export interface SentFile {
  content: Buffer | string | NodeJS.ReadableStream | AsyncIterable<string>
  contentType: string
  /** Downloaded under this name; displayed inline if absent. */
  fileName?: string
  /** Sent in place of the usual ones of the same name. */
  headers?: Record<string, string>
  /** For content that never changes under its URL. */
  isImmutable?: boolean
  /** The response lasts as long as the client stays, without holding a database connection. */
  isOpenEnded?: boolean
}

export type Binder = <R extends Route>(route: R, handler: Handler<R>) => void

export interface BindDeps {
  server: FastifyInstance
  gate: SessionGate
  limits: RateLimits
  concurrency: AccountConcurrency
  bodies: BodyBudget
  /** Runs a handler that only reads, perhaps at a replica of the database, and then perhaps a second time. */
  readAtReplica?: (work: () => Promise<unknown>) => Promise<unknown>
}

/** Binds contract routes to handlers: session, limits, validation, response. The only entry to the features. */
export function createBinder({
  server,
  gate,
  limits,
  concurrency,
  bodies,
  readAtReplica = (work) => work(),
}: BindDeps): Binder {
  const admissions = new WeakMap<FastifyRequest, Admitted>()
  /** Decides before the body is read, so that strangers' bodies cost nothing. */
  const admit = async (route: Route, request: FastifyRequest, reply: FastifyReply) => {
    const admitted = await gate.admit(route, request)
    const isHeld = !route.upload?.isStreamed
    if (isHeld) bodies({ person: admitted.person, maxBytes: maxBytesOf(route), request, reply })
    if (route.limit) {
      const person = route.limit.by === 'user' ? admitted.person : null
      await limits.spend(route, person ?? sourceOf(request.ip))
    }
    admissions.set(request, admitted)
  }
  return (route, handler) => {
    server.route({
      method: route.method,
      url: route.path,
      bodyLimit: maxBytesOf(route),
      onRequest: (request, reply) => admit(route, request, reply),
      handler: async (request, reply) => {
        const { person, owner, payer, isProved } = admissions.get(request)!
        if (person && owner) addAttributes({ person, owner })
        const source = sourceOf(request.ip)
        const upload = route.upload ? await receive(request, route.upload) : null
        const input = {
          params: paramsOf(request),
          query: route.query ? await parseQuery(route, request.query) : undefined,
          body: route.body
            ? await parse(route.body, upload ? upload.fields : (request.body ?? undefined))
            : undefined,
          file: upload?.file ?? null,
          owner,
          person,
          caller: {
            source,
            userAgent: request.headers['user-agent'] ?? null,
            request,
            reply,
            isProved,
            wantsLines: request.headers.accept?.includes(LINES_TYPE) ?? false,
          },
        }
        const askers = { person: person ?? source, payer: payer ?? source }
        const work = async () => (handler as (input: unknown) => unknown)(input)
        const answer = await concurrency(askers, () => (route.replica ? readAtReplica(work) : work()))
        return send(reply, route, answer)
      },
    })
  }
}

function paramsOf({ params }: FastifyRequest): Record<string, string> {
  const given = Object.entries(params as Record<string, string>)
  return Object.fromEntries(
    given.map(([name, value]) => [name, kindOfParam(name) === 'uuid' ? asId(value) : value]),
  )
}

const receive = (request: FastifyRequest, upload: Upload) =>
  upload.isStreamed ? receiveUpload(request, upload) : readUpload(request, upload)

function send(reply: FastifyReply, route: Route, answer: unknown): unknown {
  if (route.answer === 'file') return sendFile(reply, answer as SentFile)
  reply.header('cache-control', 'no-store')
  if (route.answer === 'nothing') return reply.code(204).send()
  if (answer instanceof Readable) return sendLines(reply, answer)
  return reply.send(route.answer.parse(route.isPaged ? unwrapPage(reply, answer as Paged<unknown>) : answer))
}

function unwrapPage(reply: FastifyReply, { answer, next_cursor, total }: Paged<unknown>): unknown {
  if (next_cursor !== null) reply.header(PAGE_HEADERS.next, next_cursor)
  if (total !== null) reply.header(PAGE_HEADERS.total, String(total))
  return answer
}

function sendFile(reply: FastifyReply, file: SentFile): unknown {
  reply.header('content-type', file.contentType)
  reply.header('cache-control', file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-store')
  if (file.headers) reply.headers(file.headers)
  if (file.fileName)
    reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.fileName)}`)
  return reply.send(file.content)
}

/** Turns off proxy buffering, which would hold lines back until the end. */
function sendLines(reply: FastifyReply, lines: Readable): unknown {
  reply.headers({ 'content-type': LINES_TYPE, 'x-accel-buffering': 'no' })
  return reply.send(lines)
}

/** Refuses unknown parameters: a mistyped filter must not select everything. */
async function parseQuery(route: Route, given: unknown): Promise<unknown> {
  if (route.query instanceof z.ZodObject) {
    const { shape } = route.query
    const known = (name: string) =>
      Object.hasOwn(shape, name) || (route.access === 'local' && name === 'token')
    const unknown = Object.keys(given as object).find((name) => !known(name))
    if (unknown !== undefined) {
      const message = `Unknown parameter “${unknown.slice(0, 50)}”. Known parameters: ${Object.keys(shape).join(', ')}.`
      refuse('request.invalid', { message, issues: [{ path: unknown.slice(0, 50), message }] })
    }
  }
  return parse(route.query!, given)
}

const MAX_ISSUES = 20

/** Validates input, long lists in chunks between other requests. The first problem becomes the message. */
async function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): Promise<z.output<Schema>> {
  const result = await schema.safeParseAsync(value)
  if (result.success) return result.data
  const issues = inOrderOf(schema, result.error.issues)
    .slice(0, MAX_ISSUES)
    .map((issue) => ({ path: issue.path.join('.'), message: sentenceOf(issue) }))
  return refuse('request.invalid', {
    message: issues[0]?.message ?? allRefusals['request.invalid'].message,
    issues,
  })
}

/** Sorts issues in the order of the form's fields: Zod reports checks over two fields last. */
function inOrderOf(schema: z.ZodType, issues: z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const fields = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  return issues.toSorted((a, b) => fields.indexOf(String(a.path[0])) - fields.indexOf(String(b.path[0])))
}

/** Matches Zod's own messages; ours may also begin with 'Invalid email ID …'. */
const ZOD_MESSAGE =
  /^(Invalid (input|option|string|number): |Invalid (UUID|URL|email address|ISO [a-z]+)$|Invalid (key|element) in |Too (big|small): |Unrecognized key)/

/** Keeps our own messages and rewrites Zod's ('Invalid input: expected …'). */
function sentenceOf(issue: z.core.$ZodIssue): string {
  const { message } = issue
  if (!ZOD_MESSAGE.test(message)) return message
  const field = issue.path.join('.')
  if (!field) return allRefusals['request.invalid'].message
  if (message.endsWith('received undefined')) return `${field} is missing`
  if (issue.code === 'invalid_value') return `${field} must be one of: ${issue.values.join(', ')}`
  if (message === 'Invalid UUID') return `${field} is not a valid id`
  const wanted = /expected (.+), received/.exec(message)?.[1]
  return wanted ? `${field} must be of the kind '${wanted}'` : `${field}: ${message}`
}
