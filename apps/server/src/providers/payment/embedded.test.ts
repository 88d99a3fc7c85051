import { randomUUID } from 'node:crypto'
import { defaultPlans } from '@goldpan/contract/plans'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { addMonth } from './embedded.rules.ts'
import { createEmbeddedPayment } from './embedded.ts'
import { signEvent } from './signed-event.ts'
import { paymentSuite } from './suite.ts'

const { app } = await startTestApp()

paymentSuite('Test checkout', async () => {
  const clock = createTestClock()
  const payment = createEmbeddedPayment({
    db: app.database.db,
    clock,
    systemClock: clock,
    secret: 'secret',
    prices: defaultPlans.prices,
    publicUrl: () => 'http://localhost:3000',
  })
  return {
    payment,
    async pay(page, customerId) {
      await payment.pages!.press(page.id, customerId.replace('cus_test_', ''), 'pay')
      // Subscriptions and payments are ordered by time.
      clock.advance(1000)
    },
    endPeriod: async () => clock.advance(32 * 86_400_000),
    async event(customer) {
      const raw = Buffer.from(JSON.stringify({ id: `evt_${randomUUID()}`, type: 'x', customer }))
      return { raw, signature: signEvent(raw, 'secret', clock.now()) }
    },
  }
})

test.each([
  ['2026-01-31T23:59:59.000Z', '2026-02-28T23:59:59.000Z'],
  ['2028-01-31T00:00:00.000Z', '2028-02-29T00:00:00.000Z'],
  ['2026-12-15T12:00:00.000Z', '2027-01-15T12:00:00.000Z'],
])('a month from %s is %s', (from, to) => {
  expect(addMonth(from)).toBe(to)
})
