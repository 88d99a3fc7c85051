import fc from 'fast-check'
import type { LightMyRequestResponse } from 'fastify'
import { SESSION_COOKIE } from '../../src/http/session-gate.ts'
import type { Customer, TestApp } from '../harness.ts'
import type { Thing } from './contract-routes.ts'
import { type FuzzedRequest, fuzzedRequest } from './fuzzed-request.ts'
import { makeThings, type Things } from './things.ts'

/** In all of Alice's texts; must never be in a response to anyone else. */
export const SECRET = 'alicesecret'

export interface FuzzReport {
  requests: number
  /** Responses by status. */
  statuses: Record<string, number>
  /** Routes with at least one successful call. */
  succeeded: Set<string>
}

/** Sends requests as a visitor and as Bob, who knows all of Alice's ids, and checks each response. */
export async function fuzzContract(
  app: TestApp,
  alices: Things,
  options: { requests: number; seed?: number },
): Promise<FuzzReport> {
  const report: FuzzReport = { requests: 0, statuses: {}, succeeded: new Set() }
  let bob = await createCaller(app, 0)
  const property = fc.asyncProperty(fuzzedRequest, async (request) => {
    // Rate limits are tested elsewhere and would block the rest.
    if (report.requests % 20 === 0) await app.query('delete from rate_limits')
    const answer = await send(app, request, { alice: alices, bob: bob.things }, bob.cookie)
    report.requests += 1
    report.statuses[answer.statusCode] = (report.statuses[answer.statusCode] ?? 0) + 1
    if (answer.statusCode < 300) report.succeeded.add(request.name)
    checkResponse(request, answer)
    // Logging out and deleting the account are routes as well, so Bob's session and data may be gone.
    const isOut = answer.statusCode === 401 && request.isSignedIn
    if (isOut || report.requests % 250 === 0) bob = await createCaller(app, report.requests)
  })
  await fc.assert(property, { numRuns: options.requests, seed: options.seed, endOnFailure: true })
  return report
}

interface Caller {
  customer: Customer
  cookie: string
  things: Things
}

async function createCaller(app: TestApp, number: number): Promise<Caller> {
  await app.drain()
  const customer = await app.createCustomer(`bob${number}`)
  const things = await makeThings(app, customer, `bob${number}`)
  return {
    customer,
    things,
    cookie: await app.app.features.sessions.start(app.app.database.db, customer.id, 'fuzz'),
  }
}

async function send(
  { app }: TestApp,
  request: FuzzedRequest,
  known: { alice: Things; bob: Things },
  cookie: string,
): Promise<LightMyRequestResponse> {
  const fill = (text: string) =>
    text.replace(/@(alice|bob):(\w+)@/g, (_, whose: 'alice' | 'bob', thing: Thing) => known[whose][thing])
  const path = request.path.replace(/:(\w+)/g, (_, name: string) => encode(fill(request.params[name]!)))
  const query = request.query.map(([key, value]) => `${encode(key)}=${encode(fill(value))}`).join('&')
  return app.server.inject({
    method: request.method as 'GET',
    url: query === '' ? path : `${path}?${query}`,
    ...(request.payload === null ? {} : { payload: fill(request.payload) }),
    headers: {
      ...(request.contentType ? { 'content-type': request.contentType } : {}),
      ...(request.isSignedIn ? { cookie: `${SESSION_COOKIE}=${cookie}` } : {}),
    },
  })
}

/** Replaces lone surrogates, as browsers do. */
const encode = (text: string) => encodeURIComponent(text.toWellFormed())

function checkResponse(request: FuzzedRequest, { statusCode, body, headers }: LightMyRequestResponse): void {
  const summary = `${request.method} ${request.path} answered ${statusCode}: ${body.slice(0, 300)}`
  if (statusCode >= 500 && !isOutsideService(statusCode, body)) throw new Error(summary)
  if (statusCode >= 400 && request.method !== 'HEAD') checkRefusal(summary, body)
  if (/\n\s+at .+:\d+:\d+|node_modules|\.ts:\d+/.test(body)) throw new Error(`A stack trace: ${summary}`)
  if (body.includes(SECRET) && !JSON.stringify(request).includes(SECRET))
    throw new Error(`Reveals data of Alice: ${summary}`)
  if (headers['x-injected']) throw new Error(`A header of the caller's: ${summary}`)
}

function checkRefusal(summary: string, body: string): void {
  const { message } = JSON.parse(body) as { message?: string }
  if (!message || message.length < 5 || /undefined|\[object|ZodError|select .* from/i.test(message))
    throw new Error(`Not a readable message: ${summary}`)
}

/** 502 and 503 are valid if an outside service fails, for example an invented mailbox. */
function isOutsideService(status: number, body: string): boolean {
  return (status === 502 || status === 503) && !body.includes('server.unavailable')
}
