import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { ForgedEvent, type HostedPageAnswer, type Payment } from './port.ts'

export interface PaymentSuite {
  payment: Payment
  /** Pays or confirms on the hosted page. */
  pay(page: HostedPageAnswer, customerId: string): Promise<void>
  /** Ends the customer's current billing period. */
  endPeriod(customerId: string): Promise<void>
  /** A signed event about the customer. */
  event(customerId: string): Promise<{ raw: Buffer; signature: string }>
}

const urls = {
  returnUrl: 'http://localhost:3000/checkout?success=true',
  cancelUrl: 'http://localhost:3000/settings',
}

/** Behaviour of every payment adapter. */
export function paymentSuite(name: string, prepare: () => Promise<PaymentSuite>): void {
  async function start() {
    const suite = await prepare()
    const ownerId = randomUUID()
    const customerId = await suite.payment.ensureCustomer({ ownerId, email: 'ada@customer.example' })
    const buyer = { ownerId, email: 'ada@customer.example', customerId }
    const read = () => suite.payment.readAccount(customerId)
    const buy = async (plan: 'basic' | 'premium') => {
      const page = await suite.payment.openPage(buyer, { kind: 'plan', plan, reference: randomUUID() }, urls)
      await suite.pay(page, customerId)
      return (await read()).subscriptions[0]!
    }
    return { ...suite, ownerId, customerId, buyer, read, buy }
  }

  test(`${name}: the same owner is the same customer`, async () => {
    const { payment, ownerId, customerId } = await start()
    expect(await payment.ensureCustomer({ ownerId, email: 'ada@customer.example' })).toBe(customerId)
  })

  test(`${name}: nothing is bought by opening a page`, async () => {
    const { payment, buyer, read } = await start()
    const page = await payment.openPage(buyer, { kind: 'plan', plan: 'basic', reference: randomUUID() }, urls)
    expect(page.url).toMatch(/^https?:\/\//)
    expect(await read()).toEqual({ subscriptions: [], payments: [] })
  })

  test(`${name}: a paid pack is one payment with our reference`, async () => {
    const { payment, buyer, customerId, pay, read } = await start()
    const reference = randomUUID()
    const page = await payment.openPage(buyer, { kind: 'pack', pack: 'tokens_100', reference }, urls)
    await pay(page, customerId)
    const { payments } = await read()
    expect(payments).toMatchObject([{ reference, pack: 'tokens_100', amount_cents: 1300, returned_cents: 0 }])
    await payment.change({ paymentId: payments[0]!.id, refundCents: 1300, reason: 'asked for' })
    expect((await read()).payments[0]!.returned_cents).toBe(1300)
  })

  test(`${name}: a paid plan runs for a month`, async () => {
    const { buy } = await start()
    const bought = await buy('basic')
    expect(bought).toMatchObject({ plan: 'basic', status: 'active', pending: null, past_due_since: null })
    const days = (Date.parse(bought.period_end) - Date.parse(bought.created_at)) / 86_400_000
    expect(days).toBeGreaterThan(27)
    expect(days).toBeLessThan(32)
  })

  test(`${name}: a confirmed upgrade takes effect on the same subscription`, async () => {
    const { payment, buyer, buy, customerId, pay, read } = await start()
    const { id, period_end } = await buy('basic')
    const page = await payment.openPage(
      buyer,
      { kind: 'upgrade', plan: 'premium', subscriptionId: id, reference: randomUUID() },
      urls,
    )
    expect((await read()).subscriptions[0]).toMatchObject({ id, plan: 'basic' })
    await pay(page, customerId)
    expect((await read()).subscriptions).toMatchObject([{ id, plan: 'premium', period_end }])
  })

  test.each(['basic', 'free'] as const)(
    `${name}: a downgrade to %s waits for the end of the period`,
    async (plan) => {
      const { payment, buy, customerId, endPeriod, read } = await start()
      const { id, period_end } = await buy('premium')
      await payment.change({ subscriptionId: id, change: { kind: 'downgrade', plan } })
      expect((await read()).subscriptions[0]).toMatchObject({
        plan: 'premium',
        pending: { plan, at: period_end },
      })
      await endPeriod(customerId)
      expect((await read()).subscriptions[0]).toMatchObject(
        plan === 'free' ? { status: 'ended' } : { status: 'active', plan, pending: null },
      )
    },
  )

  test.each(['basic', 'free'] as const)(`${name}: a downgrade to %s can be undone`, async (plan) => {
    const { payment, buy, customerId, endPeriod, read } = await start()
    const { id } = await buy('premium')
    await payment.change({ subscriptionId: id, change: { kind: 'downgrade', plan } })
    await payment.change({ subscriptionId: id, change: { kind: 'undo' } })
    expect((await read()).subscriptions[0]).toMatchObject({ plan: 'premium', pending: null })
    await endPeriod(customerId)
    expect((await read()).subscriptions[0]).toMatchObject({ plan: 'premium', status: 'active' })
  })

  test(`${name}: the portal opens for a customer without a subscription too`, async () => {
    const { payment, buyer } = await start()
    expect((await payment.openPage(buyer, { kind: 'portal' }, urls)).url).toMatch(/^https?:\/\//)
  })

  test(`${name}: a genuine event names its customer; a changed or unsigned one is refused`, async () => {
    const { payment, customerId, event } = await start()
    const { raw, signature } = await event(customerId)
    expect(payment.readEvent(raw, signature)).toMatchObject({ customerId })
    for (const [bytes, sign] of [
      [Buffer.concat([raw, Buffer.from(' ')]), signature],
      [raw, ''],
      [raw, 't=1,v1=00'],
      [raw, signature.replace(/v1=./, 'v1=x')],
    ] as const)
      expect(() => payment.readEvent(bytes, sign)).toThrow(ForgedEvent)
  })
}
