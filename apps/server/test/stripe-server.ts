import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signEvent } from '../src/providers/payment/signed-event.ts'
import { nested, type Parameters } from './stripe-form.ts'

type Thing = Record<string, unknown> & { id: string; object: string }
interface ReceivedRequest {
  method: string
  path: string
  version: string
  parameters: Parameters
  idempotencyKey: string | undefined
}

export const STRIPE_WEBHOOK_SECRET = 'whsec_for_tests'
const PRICES: Record<string, { amount: number; product: string }> = {
  price_basic: { amount: 1000, product: 'prod_basic' },
  price_premium: { amount: 4000, product: 'prod_premium' },
  price_foreign: { amount: 100, product: 'prod_foreign' },
}
const MONTH = 30 * 86_400

/**
 * Implements the part of Stripe's API that Goldpan uses, in memory, with signed events. Methods stand in for what
 * customers do on hosted pages.
 */
export async function startStripeServer(now: () => Date) {
  const things = new Map<string, Thing>()
  const answers = new Map<string, unknown>()
  const asked: ReceivedRequest[] = []
  let lastId = 0
  let failure: { status: number; times: number } | null = null
  let slow: { path: string; times: number; onRequest: () => void; until: Promise<void> } | null = null
  const seconds = () => Math.floor(now().getTime() / 1000)
  const id = (prefix: string) => `${prefix}_${String(++lastId).padStart(4, '0')}`
  const put = <Added extends Thing>(thing: Added): Added => {
    things.set(thing.id, thing)
    return thing
  }
  const all = (object: string, customer?: unknown) =>
    [...things.values()].filter(
      (thing) => thing.object === object && (customer === undefined || thing.customer === customer),
    )
  const list = (data: unknown[]) => ({ object: 'list', data: data.toReversed(), has_more: false, url: '/' })
  const get = (key: string): Thing => {
    const thing = things.get(key)
    if (!thing) throw new Error(`There is no ${key}`)
    return thing
  }
  const itemOf = (price: string, start = seconds(), end = start + MONTH) => ({
    object: 'list',
    data: [
      {
        id: id('si'),
        object: 'subscription_item',
        quantity: 1,
        price: { id: price, object: 'price', product: PRICES[price]?.product },
        current_period_start: start,
        current_period_end: end,
      },
    ],
  })
  type Item = ReturnType<typeof itemOf>['data'][number]
  const item = (subscription: Thing) => (subscription.items as { data: Item[] }).data[0]!

  const subscribe = (customer: string, price: string, metadata: unknown): Thing =>
    put({
      id: id('sub'),
      object: 'subscription',
      customer,
      status: 'active',
      created: seconds(),
      items: itemOf(price),
      metadata,
      cancel_at: null,
      cancel_at_period_end: false,
      schedule: null,
      latest_invoice: { id: id('in'), object: 'invoice', created: seconds() },
    })

  const receive = (customer: string, amount: number, metadata: unknown): Thing => {
    const charge = put({
      id: id('ch'),
      object: 'charge',
      customer,
      amount,
      amount_refunded: 0,
      disputed: false,
      created: seconds(),
    })
    return put({
      id: id('pi'),
      object: 'payment_intent',
      customer,
      amount,
      amount_received: amount,
      metadata,
      status: 'succeeded',
      created: seconds(),
      latest_charge: charge,
    })
  }

  const routes: [string, RegExp, (parameters: Parameters, key: string) => unknown][] = [
    ['POST', /^\/v1\/customers$/, (sent) => put({ ...sent, id: id('cus'), object: 'customer' })],
    ['GET', /^\/v1\/subscriptions$/, ({ customer }) => list(all('subscription', customer).map(withSchedule))],
    ['GET', /^\/v1\/subscriptions\/([^/]+)$/, (_sent, key) => get(key)],
    [
      'POST',
      /^\/v1\/subscriptions\/([^/]+)$/,
      (sent, key) => Object.assign(get(key), { cancel_at_period_end: sent.cancel_at_period_end === 'true' }),
    ],
    [
      'DELETE',
      /^\/v1\/subscriptions\/([^/]+)$/,
      (_sent, key) => Object.assign(get(key), { status: 'canceled' }),
    ],
    ['GET', /^\/v1\/payment_intents$/, ({ customer }) => list(all('payment_intent', customer))],
    [
      'GET',
      /^\/v1\/disputes$/,
      ({ payment_intent }) => list(all('dispute').filter((d) => d.payment_intent === payment_intent)),
    ],
    ['POST', /^\/v1\/refunds$/, (sent) => refund(String(sent.payment_intent), Number(sent.amount))],
    [
      'GET',
      /^\/v1\/prices\/([^/]+)$/,
      (_sent, key) => ({ id: key, object: 'price', product: PRICES[key]?.product }),
    ],
    ['POST', /^\/v1\/checkout\/sessions$/, (sent) => openCheckout(sent)],
    ['GET', /^\/v1\/billing_portal\/configurations$/, () => list(all('billing_portal.configuration'))],
    [
      'POST',
      /^\/v1\/billing_portal\/configurations$/,
      (sent) => put({ ...sent, id: id('bpc'), object: 'billing_portal.configuration', active: true }),
    ],
    ['POST', /^\/v1\/billing_portal\/sessions$/, (sent) => openPortal(sent)],
    ['POST', /^\/v1\/subscription_schedules$/, (sent) => startSchedule(String(sent.from_subscription))],
    ['GET', /^\/v1\/subscription_schedules\/([^/]+)$/, (_sent, key) => get(key)],
    ['POST', /^\/v1\/subscription_schedules\/([^/]+)\/release$/, (_sent, key) => release(key)],
    ['POST', /^\/v1\/subscription_schedules\/([^/]+)$/, (sent, key) => planPhases(key, sent)],
  ]

  const withSchedule = (subscription: Thing) => ({
    ...subscription,
    schedule: subscription.schedule ? get(String(subscription.schedule)) : null,
  })

  function openCheckout(sent: Parameters): Thing {
    const session = id('cs')
    return put({
      ...sent,
      id: session,
      object: 'checkout.session',
      status: 'open',
      expires_at: seconds() + 86_400,
      url: `https://checkout.stripe.com/c/pay/${session}`,
    })
  }

  function openPortal(sent: Parameters): Thing {
    const session = id('bps')
    return put({
      ...sent,
      id: session,
      object: 'billing_portal.session',
      created: seconds(),
      url: `https://billing.stripe.com/p/session/${session}`,
    })
  }

  function startSchedule(subscription: string): Thing {
    const { price, current_period_start, current_period_end } = item(get(subscription))
    const phase = { start_date: current_period_start, end_date: current_period_end }
    const schedule = put({
      id: id('sub_sched'),
      object: 'subscription_schedule',
      status: 'active',
      subscription,
      phases: [{ ...phase, items: [{ price: price.id, quantity: 1 }] }],
    })
    Object.assign(get(subscription), { schedule: schedule.id })
    return schedule
  }

  function planPhases(key: string, sent: Parameters): Thing {
    const [current, next] = Object.values(sent.phases as Record<string, Parameters>)
    const itemsOf = (phase: Parameters | undefined) => Object.values((phase?.items ?? {}) as Parameters)
    const end_date = Number(current?.end_date)
    return Object.assign(get(key), {
      phases: [
        { start_date: Number(current?.start_date), end_date, items: itemsOf(current) },
        { start_date: end_date, end_date: end_date + MONTH, items: itemsOf(next) },
      ],
    })
  }

  function release(key: string): Thing {
    const schedule = get(key)
    Object.assign(get(String(schedule.subscription)), { schedule: null })
    return Object.assign(schedule, { status: 'released' })
  }

  function refund(intent: string, amount: number): Thing {
    const charge = get(intent).latest_charge as Thing
    charge.amount_refunded = Number(charge.amount_refunded) + amount
    return put({ id: id('re'), object: 'refund', payment_intent: intent, amount })
  }

  function answer(request: IncomingMessage, text: string, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const parameters = nested(request.method === 'GET' ? url.searchParams : new URLSearchParams(text))
    const key = request.headers['idempotency-key'] as string | undefined
    const { method = 'GET' } = request
    asked.push({
      method,
      path: url.pathname,
      parameters,
      idempotencyKey: key,
      version: String(request.headers['stripe-version']),
    })
    const until = slow && slow.path === url.pathname && slow.times-- > 0 ? slow.until : null
    const send = (status: number, body: unknown) => {
      const text = JSON.stringify(body)
      const leave = () => response.writeHead(status, { 'content-type': 'application/json' }).end(text)
      if (!until) return leave()
      slow?.onRequest()
      return until.then(leave)
    }
    if (failure && failure.times-- > 0)
      return void send(failure.status, { error: { type: 'api_error', message: 'Something broke' } })
    if (key && answers.has(key)) return void send(200, answers.get(key))
    for (const [verb, pattern, act] of routes) {
      const match = verb === method ? pattern.exec(url.pathname) : null
      if (!match) continue
      const body = act(parameters, match[1] ?? '')
      if (key && method === 'POST') answers.set(key, body)
      return void send(200, body)
    }
    send(404, {
      error: { type: 'invalid_request_error', message: `Unrecognized request URL ${url.pathname}` },
    })
  }

  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => answer(request, text, response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    things,
    subscribe,
    /** Fails the next `times` calls with this status. */
    fail: (status: number, times: number) => {
      failure = { status, times }
    },
    /** Handles the next `times` calls of a path, but sends their responses only after `release`. */
    hold(path: string, times: number) {
      const { promise: asked, resolve: onRequest } = Promise.withResolvers<void>()
      const { promise: until, resolve: releaseHeld } = Promise.withResolvers<void>()
      slow = { path, times, onRequest, until }
      return { asked, release: releaseHeld }
    },
    /** The customer pays on the hosted page. Returns the id of what was bought. */
    pay(sessionId: string): string {
      const session = get(sessionId)
      session.status = 'complete'
      const customer = String(session.customer)
      if (session.mode === 'subscription') {
        const lines = Object.values(session.line_items as Record<string, { price: string }>)
        const { metadata } = session.subscription_data as { metadata: unknown }
        const bought = subscribe(customer, lines[0]!.price, metadata)
        receive(customer, PRICES[lines[0]!.price]?.amount ?? 0, {})
        return bought.id
      }
      const [line] = Object.values(
        session.line_items as Record<string, { price_data: { unit_amount: string } }>,
      )
      const { metadata } = session.payment_intent_data as { metadata: unknown }
      return receive(customer, Number(line!.price_data.unit_amount), metadata).id
    },
    /** The customer confirms an upgrade in the portal. */
    confirmUpgrade(sessionId: string): void {
      const flow = get(sessionId).flow_data as {
        subscription_update_confirm: { subscription: string; items: Record<string, { price: string }> }
      }
      const { subscription, items } = flow.subscription_update_confirm
      item(get(subscription)).price.id = Object.values(items)[0]!.price
    },
    /** Ends the period: schedules and cancellations take effect, the rest renews or fails. */
    endPeriod(subscriptionId: string, { fails = false } = {}): void {
      const subscription = get(subscriptionId)
      const held = item(subscription)
      if (subscription.cancel_at_period_end) {
        subscription.status = 'canceled'
        return
      }
      if (fails) {
        subscription.latest_invoice = { id: id('in'), object: 'invoice', created: seconds() }
        subscription.status = 'past_due'
        return
      }
      const phases = subscription.schedule
        ? (get(String(subscription.schedule)).phases as { items: { price: string }[] }[])
        : []
      if (phases[1]) held.price.id = phases[1].items[0]!.price
      if (subscription.schedule) release(String(subscription.schedule))
      held.current_period_start = held.current_period_end
      held.current_period_end += MONTH
    },
    set: (key: string, change: Parameters) => Object.assign(get(key), change),
    refund,
    dispute(intent: string, status: string): void {
      const charge = get(intent).latest_charge as Thing
      charge.disputed = true
      const known = all('dispute').find((dispute) => dispute.payment_intent === intent)
      if (known) known.status = status
      else put({ id: id('dp'), object: 'dispute', payment_intent: intent, status, amount: charge.amount })
    },
    /** A signed event about an object. */
    event(
      type: string,
      key: string,
      { eventId = id('evt'), secret = STRIPE_WEBHOOK_SECRET, at = now() } = {},
    ) {
      const raw = JSON.stringify({ id: eventId, object: 'event', type, data: { object: get(key) } })
      return { raw, signature: signEvent(raw, secret, at) }
    },
    stop: () => new Promise<void>((resolve) => (server as Server).close(() => resolve())),
  }
}
