import type { Database } from '../../db/database.ts'
import { asOwner, type OwnerId, systemScope } from '../../db/owner.ts'
import type { Clock } from '../../providers/clock/port.ts'
import type { Enrolments } from '../enrolments/enrolments.ts'
import type { SendingDomainCare } from '../sending-domain/sending-domain.ts'
import { lockQueued } from './claims.store.ts'
import { listMoved } from './rotation.store.ts'
import * as store from './senders.store.ts'
import type { Senders } from './senders.ts'
import type { JobRow } from './sending.store.ts'
import { recipientsOf, type Unsendable } from './unsendable.ts'

export interface SenderHoldsDeps {
  db: Database
  systemClock: Clock
  senders: Pick<Senders, 'findBlocked' | 'describe' | 'listNext'>
  sendingDomain: Pick<SendingDomainCare, 'renewCheck'>
  enrolments: Pick<Enrolments, 'holdFor' | 'release' | 'requeue'>
  unsendable: Pick<Unsendable, 'endUnsent'>
}

/** Thousands may be held for weeks, so they are checked this often. A change of their mailboxes releases them at once. */
const CHECK_EVERY_MS = 60_000

const HELD_REASON = 'The sender of the last message cannot send'

const scope = systemScope('workers send for all owners')

/** Holds people to whom follow-ups are due while the sender of their last message can't send. */
export function createSenderHolds({
  db,
  systemClock,
  senders,
  sendingDomain,
  enrolments,
  unsendable,
}: SenderHoldsDeps) {
  /** By owner: the state of the senders when held people were last checked. */
  const checked = new Map<string, { state: string; at: number }>()

  return {
    /**
     * Takes back a job's queued follow-ups whose sender can't send until somebody acts, and holds the people. Other
     * waits, such as for a provider's limit, end by themselves, so these messages stay queued. Follow-ups to people who
     * were moved to another mailbox are written again.
     */
    async hold(owner: OwnerId, job: JobRow): Promise<void> {
      for (const step of await listMoved(db, owner, job.id))
        await db.transaction((tx) => enrolments.requeue(tx, owner, step))
      await sendingDomain.renewCheck()
      const isBlocked = await senders.findBlocked(db, owner)
      if (!(await store.listQueuedSenders(db, owner, job.id)).some(isBlocked)) return
      await db.transaction(async (tx) => {
        const rows = (await lockQueued(tx, owner, job.id)).filter(isBlocked)
        await unsendable.endUnsent(tx, owner, rows, { state: 'cancelled', reason: HELD_REASON })
        await enrolments.holdFor(tx, owner, { recipients: recipientsOf(rows) }, 'no_mailbox')
      })
    },

    /** Releases people whose sender can send again. */
    async release(): Promise<void> {
      const owners = await store.listWithoutSender(db, scope)
      for (const owner of checked.keys()) if (!owners.includes(owner)) checked.delete(owner)
      if (owners.length > 0) await sendingDomain.renewCheck()
      const now = systemClock.now().getTime()
      for (const owner of owners.map(asOwner)) {
        const held = await store.listHeldRecipients(db, owner)
        const state = `${held.length} ${await senders.describe(db, owner)}`
        const last = checked.get(owner)
        if (last?.state === state && Math.abs(now - last.at) < CHECK_EVERY_MS) continue
        checked.set(owner, { state, at: now })
        const next = await senders.listNext(db, owner, held)
        const ready = held.filter((id) => (next.get(id)?.wait ?? null) === null)
        await db.transaction((tx) => enrolments.release(tx, owner, { recipients: ready }, 'no_mailbox'))
      }
    },
  }
}

export type SenderHolds = ReturnType<typeof createSenderHolds>
