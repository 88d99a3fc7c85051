import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import { candidatesOf } from './campaign-mailboxes.ts'
import type { SenderRoom } from './day-room.rules.ts'
import type { Today } from './day-room.ts'
import * as store from './rotation.store.ts'
import type { JobRow } from './sending.store.ts'

/** The senders that a message may leave from. */
interface Origin {
  /** The mailbox that the person hears from. Null if one of the candidates is chosen. */
  bound: string | null
  candidates: readonly SenderRoom[]
}

export interface QueuedRow extends store.DueRow, Origin {
  isOwn: boolean
}

export interface QueueWanted {
  /** The job that is claimed. */
  job: JobRow
  blockedGroups: readonly string[]
  /** Jobs that can't be claimed, and so keep no room from others. */
  broken: readonly string[]
}

/** Returns a function that finds the possible senders of a job's messages. */
export function findOrigin(
  job: Pick<JobRow, 'sender'>,
  campaign: { mailbox_ids: string[] | null },
  { mailboxById, mailboxRooms, returnAddressRoom }: Today,
): (row: store.DueRow) => Origin {
  const chosen = new Set(candidatesOf(campaign, [...mailboxById.values()]).map(({ id }) => id))
  const candidates = mailboxRooms.filter(({ id }) => chosen.has(id!))
  return ({ sender, step_id, mailbox_id, person_mailbox }) => {
    if (sender === 'shared') return { bound: null, candidates: [returnAddressRoom] }
    // A follow-up leaves from the sender that it was written for. Nobody is bound to a mailbox that is gone.
    const isFree = step_id === null && mailboxById.get(person_mailbox ?? '')?.isGone !== false
    const bound = isFree ? null : step_id === null ? person_mailbox : mailbox_id
    return { bound, candidates: job.sender === 'shared' ? [returnAddressRoom] : candidates }
  }
}

/** Lists an owner's due messages in the order in which they take the room of a day. */
export function createDueQueue(clock: Clock) {
  /** First attempts of a job, of which today's are chosen. */
  async function listOfJob(
    tx: Db,
    owner: OwnerId,
    one: store.ServedJob,
    { job, blockedGroups }: QueueWanted,
    today: Today,
  ): Promise<QueuedRow[]> {
    const { mailboxById, mailboxRooms, senders, day } = today
    const isOwn = one.id === job.id
    const originOf = findOrigin(one, one, today)
    const leftInRooms = [...day.rooms.values()].reduce((total, { left }) => total + left, 0)
    const mostToday = Math.min(day.left, leftInRooms)
    const full = new Set(
      mailboxRooms.flatMap(({ id, left }) => (left > 0 || mailboxById.get(id!)!.isGone ? [] : [id!])),
    )
    const rows: QueuedRow[] = []
    for (;;) {
      const page = await store.listDue(tx, owner, {
        job_id: one.id,
        now: isoNow(clock),
        blockedGroups,
        senders,
        isRetry: false,
        closed: [...full],
        after: rows.at(-1),
      })
      rows.push(...page.map((row) => ({ ...row, ...originOf(row), isOwn })))
      if (page.length < store.PAGE_SIZE) return rows
      const byBound = Map.groupBy(rows, ({ bound }) => bound)
      const filled = mailboxRooms.filter(
        ({ id, left }) => !full.has(id!) && (byBound.get(id)?.length ?? 0) >= left,
      )
      // The claimed job needs no more than a page, unless people of a mailbox without room may hide the others.
      if (filled.length === 0 && (isOwn || rows.length >= mostToday)) return rows
      for (const { id } of filled) full.add(id!)
    }
  }

  return {
    /** First attempts of the owner's jobs, up to those of the claimed job. */
    async list(tx: Db, owner: OwnerId, wanted: QueueWanted, today: Today): Promise<QueuedRow[]> {
      const { job, broken } = wanted
      const without = broken.filter((id) => id !== job.id)
      const jobs = await store.listServedJobs(tx, owner, without)
      const claimed = jobs.find(({ id }) => id === job.id)
      // Follow-ups of equal rank mix by their day; each send is a stage of its own.
      const stages = Map.groupBy(jobs, ({ id, kind, rank }) => (kind === 'send' ? id : rank))
      const queue: QueuedRow[] = []
      for (const stage of stages.values()) {
        const rows: QueuedRow[] = []
        for (const one of stage)
          if (one === claimed || today.day.left > 0)
            rows.push(...(await listOfJob(tx, owner, one, wanted, today)))
        queue.push(...(stage.length > 1 ? rows.toSorted(byDueTime) : rows))
        if (stage.includes(claimed!)) break
      }
      return queue
    },
  }
}

/** Sorts the earliest due first. Equal ones keep their order, which is that of the campaigns' age. */
const byDueTime = (a: store.DueRow, b: store.DueRow): number =>
  a.next_at < b.next_at ? -1 : a.next_at > b.next_at ? 1 : 0
