import type { Pace } from '@goldpan/contract/sending-care'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import { capOn } from '../own-mailboxes/room.rules.ts'
import type { SendingMailbox, SendingMailboxes } from '../own-mailboxes/sending-mailboxes.ts'
import { gapWords, openAt, type PaceDecision, windowWords } from './pace.rules.ts'
import type { PaceCare } from './pace.ts'
import { type Turn, takeTurns } from './rotation.rules.ts'
import * as store from './rotation.store.ts'
import type { JobRow, RecipientRow } from './sending.store.ts'
import { dayOf, momentOf, nextDay } from './zoned-time.ts'

export interface RotationDeps {
  clock: Clock
  pace: Pick<PaceCare, 'find' | 'lockToday'>
  mailboxes: Pick<SendingMailboxes, 'list' | 'countSent' | 'recordTurn'>
  random?: () => number
}

type Hold = NonNullable<PaceDecision['hold']>

export interface Admitted {
  /** Locked messages, and the mailbox of each. */
  rows: RecipientRow[]
  mailboxOf: Map<string, SendingMailbox>
  /** Why nothing leaves now. */
  hold: Hold | null
  /** Every mailbox of the campaign was removed. */
  hasNone: boolean
}

/** The mailboxes of an owner on a day. */
interface Today {
  pace: Pace
  /** Those connected first come first. */
  known: Map<string, SendingMailbox>
  turns: Turn[]
  /** Of all messages. */
  sum: number
}

interface JobPage {
  job_id: string
  now: string
  blockedGroups: readonly string[]
}

interface Wanted {
  job: JobRow
  campaign: { mailbox_ids: string[] | null }
  limit: number
  blockedGroups: readonly string[]
}

const TRY_AGAIN_MS = 10_000
export const MICROSOFT_A_MINUTE = 30
export const MINUTE_MS = 60_000

/** The mailboxes among which those people are shared out who have heard from none. */
export const candidatesOf = (
  { mailbox_ids }: { mailbox_ids: string[] | null },
  mailboxes: readonly SendingMailbox[],
): SendingMailbox[] =>
  mailboxes.filter(
    ({ id, isGone, is_used }) => !isGone && (mailbox_ids === null ? is_used : mailbox_ids.includes(id)),
  )

/** Chooses which messages leave from which of the owner's mailboxes now. */
export function createRotation({ clock, pace: paces, mailboxes: own, random = Math.random }: RotationDeps) {
  /** Locks the owner's turn, so that two workers don't use the same room. */
  async function readToday(tx: Db, owner: OwnerId, job: JobRow): Promise<Today> {
    const { pace, today } = await paces.lockToday(tx, owner)
    const { time_zone, daily_cap } = pace
    const now = clock.now()
    const day = dayOf(now, time_zone)
    const mailboxes = await own.list(tx, owner, time_zone)
    const sent = await own.countSent(tx, owner, momentOf(day, '00:00', time_zone).toISOString())
    const minute = mailboxes.some(({ kind }) => kind === 'microsoft')
      ? await store.countLeaving(tx, owner, new Date(now.getTime() - MINUTE_MS).toISOString())
      : new Map<string, number>()
    const first =
      job.kind === 'send'
        ? await store.countFirst(tx, owner, isoNow(clock))
        : new Map<string | null, number>()
    const turns = mailboxes.map((mailbox): Turn => {
      const { id } = mailbox
      const cap = capOn(mailbox, day)
      const left = cap - (sent.get(id) ?? 0) - (first.get(id) ?? 0)
      return { id, cap, left: mailbox.canSend ? Math.max(0, left) : 0, now: burstOf(mailbox, pace, minute) }
    })
    const reserved = [...first.values()].reduce((total, messages) => total + messages, 0)
    return {
      pace,
      known: new Map(mailboxes.map((mailbox) => [mailbox.id, mailbox])),
      turns,
      sum: daily_cap === null ? Number.POSITIVE_INFINITY : Math.max(0, daily_cap - today - reserved),
    }
  }

  /** How many messages may leave from a mailbox at this moment. */
  function burstOf({ id, kind, next_at, canSend }: SendingMailbox, pace: Pace, minute: Map<string, number>) {
    if (!canSend) return 0
    const ofMinute =
      kind === 'microsoft'
        ? Math.max(0, MICROSOFT_A_MINUTE - (minute.get(id) ?? 0))
        : Number.POSITIVE_INFINITY
    if (pace.gap_to_seconds <= 0) return ofMinute
    const waitMs = next_at === null ? 0 : Date.parse(next_at) - clock.now().getTime()
    // A longer wait is from before the gap was made shorter.
    return waitMs > 0 && waitMs <= pace.gap_to_seconds * 1000 ? 0 : Math.min(1, ofMinute)
  }

  async function admit(tx: Db, owner: OwnerId, wanted: Wanted): Promise<Admitted> {
    const { job, campaign, limit, blockedGroups } = wanted
    const today = await readToday(tx, owner, job)
    const { known } = today
    const nothing = { rows: [], mailboxOf: new Map(), hold: null, hasNone: false }
    const open = openAt(today.pace, clock.now())
    if (open > clock.now()) {
      const reason = `Waiting for the sending window, ${windowWords(today.pace)}`
      return { ...nothing, hold: { reason, until: open, isDaily: false } }
    }
    const page = { job_id: job.id, now: isoNow(clock), blockedGroups }
    const withBinding = (row: store.DueRow) => {
      // A follow-up leaves from where it was written for. Nobody hears from a mailbox that is gone.
      const id = row.step_id === null ? row.person_mailbox : row.mailbox_id
      return { ...row, bound: row.step_id === null && known.get(id ?? '')?.isGone !== false ? null : id }
    }
    const tried = await store.listDue(tx, owner, { ...page, isRetry: true, closed: [] })
    const retries = takeRetries(tried.map(withBinding), today, limit)
    const closed = today.turns.flatMap(({ id, left }) => (left > 0 || known.get(id)!.isGone ? [] : [id]))
    const due = await listToday(tx, owner, { page, turns: today.turns, closed })
    const people = [...retries.rest, ...due.map(withBinding)]
    const chosen = new Set(candidatesOf(campaign, [...known.values()]).map(({ id }) => id))
    const candidates = today.turns.filter(({ id }) => chosen.has(id))
    if (job.sender === 'shared') {
      const free = people.flatMap(({ id, bound }) => (bound === null ? [id] : []))
      await store.leaveFromReturnAddress(tx, owner, free)
    }
    const { taken, waiting } = takeTurns(people, {
      turns: today.turns,
      candidates: job.sender === 'shared' ? [] : candidates,
      sum: today.sum,
      limit: limit - retries.taken.length,
    })
    const turns = [...retries.taken, ...taken]
    const mailboxOf = new Map(turns.map(({ person, mailbox_id }) => [person.id, known.get(mailbox_id)!]))
    const rows = await store.lockQueuedByIds(tx, owner, [...mailboxOf.keys()])
    if (turns.length > 0) return { rows, mailboxOf, hold: null, hasNone: false }
    const hasNone =
      job.sender === 'mailbox' &&
      candidates.length === 0 &&
      waiting.size + retries.waiting.size === 0 &&
      people.some(({ bound }) => bound === null)
    const awaited = (await store.listAwaited(tx, owner, page)).map((id) =>
      id === null || known.get(id)?.isGone !== false ? null : id,
    )
    const hold = explain({ today, candidates, awaited, waiting: waiting.union(retries.waiting) })
    return { ...nothing, hold, hasNone }
  }

  /**
   * The messages among which today's are chosen: a page of them, and further ones as long as those of a mailbox fill its
   * room and could hide others.
   */
  async function listToday(
    tx: Db,
    owner: OwnerId,
    { page, turns, closed }: { page: JobPage; turns: readonly Turn[]; closed: readonly string[] },
  ): Promise<store.DueRow[]> {
    const rows: store.DueRow[] = []
    const full = new Set(closed)
    for (;;) {
      const more = await store.listDue(tx, owner, {
        ...page,
        isRetry: false,
        closed: [...full],
        after: rows.at(-1),
      })
      rows.push(...more)
      if (more.length < store.PAGE_SIZE) return rows
      const bound = Map.groupBy(rows, (row) => (row.step_id === null ? row.person_mailbox : row.mailbox_id))
      const filled = turns.filter(({ id, left }) => !full.has(id) && (bound.get(id)?.length ?? 0) >= left)
      if (filled.length === 0) return rows
      for (const { id } of filled) full.add(id)
    }
  }

  /** Messages tried before leave from the same mailbox and take no room: they were counted on their first day. */
  function takeRetries<Row extends store.DueRow & { bound: string | null }>(
    rows: readonly Row[],
    { turns, known }: Today,
    limit: number,
  ) {
    const taken: { person: Row; mailbox_id: string }[] = []
    const rest: Row[] = []
    const waiting = new Set<string>()
    for (const row of rows) {
      const mailbox = known.get(row.bound ?? row.mailbox_id ?? '')
      const turn = turns.find(({ id }) => id === mailbox?.id)
      if (!mailbox?.canSend || !turn) {
        if (row.bound === null) rest.push(row)
      } else if (turn.now <= 0) waiting.add(turn.id)
      else if (taken.length < limit) {
        turn.now -= 1
        taken.push({ person: row, mailbox_id: turn.id })
      }
    }
    return { taken, rest, waiting }
  }

  /** Why nothing of a job leaves now, and when to try again. */
  function explain({
    today: { pace, known, sum },
    candidates,
    awaited,
    waiting,
  }: {
    today: Today
    candidates: readonly Turn[]
    awaited: readonly (string | null)[]
    waiting: ReadonlySet<string>
  }): Hold | null {
    const all = [...known.values()]
    const again = new Date(clock.now().getTime() + TRY_AGAIN_MS)
    if (waiting.size > 0) {
      const [next] = all
        .flatMap(({ id, next_at }) => (waiting.has(id) && next_at ? [new Date(next_at)] : []))
        .filter((at) => at > clock.now())
        .toSorted((a, b) => a.getTime() - b.getTime())
      const words =
        pace.gap_to_seconds > 0
          ? `messages leave ${gapWords(pace)} apart`
          : `at most ${MICROSOFT_A_MINUTE} a minute leave from a mailbox`
      return { reason: `Waiting for its turn: ${words}`, until: next ?? again, isDaily: false }
    }
    const isCandidate = (id: string) => awaited.includes(null) && candidates.some((one) => one.id === id)
    const concerned = all.filter(({ id }) => awaited.includes(id) || isCandidate(id))
    const silent = concerned.find(({ canSend }) => !canSend)
    if (concerned.some(({ canSend }) => canSend)) {
      const tomorrow = momentOf(nextDay(dayOf(clock.now(), pace.time_zone)), '00:00', pace.time_zone)
      const limit =
        sum <= 0 && pace.daily_cap !== null
          ? `the daily limit of ${pace.daily_cap} is reached`
          : 'the daily limits of the mailboxes are reached'
      // One that can't send now may work again before tomorrow.
      const until = silent ? again : openAt(pace, tomorrow)
      return { reason: `Waiting for tomorrow: ${limit}`, until, isDaily: true }
    }
    if (!silent) return null
    const whose = isCandidate(silent.id) ? 'no mailbox of this campaign can send. ' : ''
    return { reason: `Waiting: ${whose}${silent.sentence}`, until: again, isDaily: false }
  }

  return {
    admit,

    /** Counts claimed messages, and gives each of their mailboxes its next turn after a random gap. */
    async recordSent(tx: Db, owner: OwnerId, ids: ReadonlySet<string>): Promise<void> {
      if (ids.size === 0) return
      const pace = await paces.find(tx, owner, true)
      const day = dayOf(clock.now(), pace.time_zone)
      // In order, so that two transactions can't deadlock.
      for (const id of [...ids].toSorted()) {
        const seconds = pace.gap_from_seconds + random() * (pace.gap_to_seconds - pace.gap_from_seconds)
        const next_at =
          pace.gap_to_seconds > 0 ? new Date(clock.now().getTime() + seconds * 1000).toISOString() : null
        await own.recordTurn(tx, owner, id, { day, next_at })
      }
    },
  }
}

export type Rotation = ReturnType<typeof createRotation>
