import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { SendingMailbox, SendingMailboxes } from '../own-mailboxes/sending-mailboxes.ts'
import { type Taken, takeReady } from './day-room.rules.ts'
import { createDayRoom, type Today } from './day-room.ts'
import { createDueQueue, findOrigin, type QueuedRow, type QueueWanted } from './due-queue.ts'
import { createMailboxWaits } from './mailbox-waits.ts'
import { type Hold, nextTurnAt, type PaceDecision } from './pace.rules.ts'
import type { PaceCare } from './pace.ts'
import * as store from './rotation.store.ts'
import type { OwnSender } from './senders.ts'
import type { JobRow, RecipientRow } from './sending.store.ts'
import { dayOf } from './zoned-time.ts'

export interface RotationDeps {
  clock: Clock
  pace: Pick<PaceCare, 'find' | 'lockToday'>
  mailboxes: Pick<SendingMailboxes, 'list' | 'countSent' | 'recordTurn'>
  random?: () => number
}

interface Wanted extends QueueWanted {
  own: OwnSender
  campaign: { mailbox_ids: string[] | null }
  limit: number
}

interface Admitted {
  /** Locked messages, and the mailbox of each by its id. */
  rows: RecipientRow[]
  mailboxOf: Map<string, SendingMailbox>
  /** The reason why nothing leaves now. */
  hold: Hold | null
  /** Every mailbox of the campaign was removed. */
  hasNoMailbox: boolean
}

const NOTHING: Admitted = { rows: [], mailboxOf: new Map(), hold: null, hasNoMailbox: false }

/** Chooses which messages leave from which of the owner's mailboxes now. */
export function createRotation(deps: RotationDeps) {
  const { clock, random = Math.random } = deps
  const dayRoom = createDayRoom(deps)
  const dueQueue = createDueQueue(clock)
  const waits = createMailboxWaits(clock)

  /**
   * Leaves only messages from mailboxes marked as the job's own. If the job changed to the return address, moves its
   * messages to people who have heard from no mailbox there.
   */
  async function keepOwn(
    tx: Db,
    owner: OwnerId,
    job: Pick<JobRow, 'sender'>,
    due: readonly QueuedRow[],
  ): Promise<QueuedRow[]> {
    const isFreed = ({ isOwn, sender, bound }: QueuedRow) =>
      job.sender === 'shared' && isOwn && sender === 'mailbox' && bound === null
    await store.leaveFromReturnAddress(
      tx,
      owner,
      due.filter(isFreed).map(({ id }) => id),
    )
    return due.map((row) => ({ ...row, isOwn: row.isOwn && row.sender === 'mailbox' && !isFreed(row) }))
  }

  /**
   * Chooses retries, which leave from the same mailbox and take no room: they were counted on their first day. `rest` are
   * those whose mailbox can't send, and that another one may send.
   */
  async function takeRetries(tx: Db, owner: OwnerId, wanted: Wanted, today: Today) {
    const { job, campaign, blockedGroups, limit } = wanted
    const originOf = findOrigin(job, campaign, today)
    const taken: Taken<QueuedRow>['taken'] = []
    const rest: QueuedRow[] = []
    const waiting = new Set<string | null>()
    const retries = await store.listDue(tx, owner, {
      job_id: job.id,
      now: isoNow(clock),
      blockedGroups,
      senders: ['mailbox'],
      closed: [],
      isRetry: true,
    })
    for (const retry of retries) {
      const row = { ...retry, ...originOf(retry), isOwn: true }
      const mailbox = today.mailboxById.get(row.bound ?? row.mailbox_id ?? '')
      const room = today.mailboxRooms.find(({ id }) => id === mailbox?.id)
      if (!mailbox?.canSend || !room) {
        if (row.bound === null) rest.push(row)
      } else if (room.ready <= 0) waiting.add(room.id)
      else if (taken.length < limit) {
        room.ready -= 1
        taken.push({ message: row, from: room.id })
      }
    }
    return { taken, rest, waiting }
  }

  return {
    /** Locks the messages of a job that leave from mailboxes now. */
    async admit(tx: Db, owner: OwnerId, wanted: Wanted): Promise<Admitted> {
      const today = await dayRoom.lockToday(tx, owner, wanted.own)
      const { mailboxById, mailboxRooms, day } = today
      const closed = waits.waitForWindow(today.pace)
      if (closed) return { ...NOTHING, hold: closed }
      const retries = await takeRetries(tx, owner, wanted, today)
      const due = [...retries.rest, ...(await dueQueue.list(tx, owner, wanted, today))]
      const queue = await keepOwn(tx, owner, wanted.job, due)
      const withRoom = day.left > 0 ? mailboxRooms.filter(({ left }) => left > 0) : []
      const hadRoom = new Set(withRoom.map(({ id }) => id))
      const limit = wanted.limit - retries.taken.length
      const { taken, waiting } = takeReady(queue, { day, limit })
      const all = [...retries.taken, ...taken]
      if (all.length === 0)
        return {
          ...NOTHING,
          ...(await waits.explain(tx, owner, {
            ...wanted,
            today,
            own: queue.filter(({ isOwn }) => isOwn),
            waiting: waiting.union(retries.waiting),
            hadRoom,
          })),
        }
      const mailboxOf = new Map(all.map(({ message, from }) => [message.id, mailboxById.get(from!)!]))
      const rows = await store.lockQueuedByIds(tx, owner, [...mailboxOf.keys()])
      return { ...NOTHING, rows, mailboxOf }
    },

    /** Limits a job's first attempts from the return address to what older messages leave of the daily cap. */
    async limitShared(tx: Db, owner: OwnerId, wanted: Wanted): Promise<PaceDecision> {
      const free = { count: wanted.limit, hold: null }
      const { daily_cap } = await deps.pace.find(tx, owner, 'shared')
      if (daily_cap === null) return free
      const today = await dayRoom.lockToday(tx, owner, wanted.own)
      const queue = (await dueQueue.list(tx, owner, wanted, today)).map((row) => ({
        ...row,
        isOwn: row.isOwn && row.sender === 'shared',
      }))
      if (!queue.some(({ isOwn }) => isOwn)) return free
      const { taken } = takeReady(queue, { day: today.day, limit: wanted.limit })
      return { count: taken.length, hold: taken.length > 0 ? null : waits.waitForOlder(daily_cap) }
    },

    /** Counts claimed messages, and schedules the next one of each of their mailboxes after a random gap. */
    async recordSent(tx: Db, owner: OwnerId, mailboxIds: ReadonlySet<string>): Promise<void> {
      if (mailboxIds.size === 0) return
      const pace = await deps.pace.find(tx, owner, 'mailbox')
      const day = dayOf(clock.now(), pace.time_zone)
      // In order, so that two transactions can't deadlock.
      for (const id of [...mailboxIds].toSorted()) {
        const next_at = nextTurnAt(pace, clock.now(), random())
        await deps.mailboxes.recordTurn(tx, owner, id, { day, next_at })
      }
    },
  }
}

export type Rotation = ReturnType<typeof createRotation>
