import { randomUUID } from 'node:crypto'
import { findPackage } from '@goldpan/contract/billing'
import type { z } from 'zod'
import type { Db } from '../../db/database.ts'
import { systemScope } from '../../db/owner.ts'
import { type Clock, isoNow } from '../clock/port.ts'
import { advance, type Prices, storedPage, storedPayment, storedSubscription } from './embedded.rules.ts'
import * as store from './embedded.store.ts'

export const scope = systemScope('the test checkout stands in for a payment provider')

/** Reads and writes stored objects. Checks their shape and applies renewals that are due. */
export function createEmbeddedObjects({ clock, prices }: { clock: Clock; prices: Prices }) {
  const save = (
    tx: Db,
    id: string,
    kind: store.StoredObject['kind'],
    customer_id: string,
    content: unknown,
  ) => store.saveObject(tx, scope, { id, kind, customer_id, content, created_at: isoNow(clock) })

  const savePayment = (tx: Db, customerId: string, payment: z.infer<typeof storedPayment>) =>
    save(tx, `pi_test_${randomUUID().replaceAll('-', '')}`, 'payment', customerId, payment)

  async function readSubscription(tx: Db, row: store.StoredObject) {
    const before = storedSubscription.parse(row.content)
    const { subscription, renewals } = advance(before, prices, clock.now())
    if (subscription !== before) await save(tx, row.id, 'subscription', row.customer_id, subscription)
    for (const { at, cents } of renewals)
      await savePayment(tx, row.customer_id, {
        reference: null,
        pack: null,
        amount_cents: cents,
        returned_cents: 0,
        paid_at: at,
      })
    return { id: row.id, customer_id: row.customer_id, created_at: row.created_at, content: subscription }
  }

  return {
    save,
    savePayment,
    lock: (tx: Db, customerId: string) => store.lockCustomer(tx, scope, customerId),
    async findPage(tx: Db, id: string) {
      const row = await store.findObject(tx, scope, id)
      return row?.kind === 'page' ? { ...row, content: storedPage.parse(row.content) } : null
    },
    async findSubscription(tx: Db, id: string) {
      const row = await store.findObject(tx, scope, id)
      return row?.kind === 'subscription' ? readSubscription(tx, row) : null
    },
    async findPayment(tx: Db, id: string) {
      const row = await store.findObject(tx, scope, id)
      return row?.kind === 'payment' ? { ...row, content: storedPayment.parse(row.content) } : null
    },
    async readSubscriptions(tx: Db, customerId: string) {
      const rows = await store.listObjects(tx, scope, customerId, 'subscription')
      const read = []
      for (const row of rows) read.push(await readSubscription(tx, row))
      return read
    },
    packCents: (pack: Parameters<typeof findPackage>[0]) => Math.round(findPackage(pack).price * 100),
  }
}

export type EmbeddedObjects = ReturnType<typeof createEmbeddedObjects>
