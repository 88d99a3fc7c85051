import type { Pace } from '@goldpan/contract/sending-care'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import { capOn } from '../own-mailboxes/room.rules.ts'
import type { SendingMailbox, SendingMailboxes } from '../own-mailboxes/sending-mailboxes.ts'
import {
  averageGapMs,
  countFitting,
  dailyLimitWords,
  gapWords,
  nextTurnAt,
  openAt,
  openTomorrow,
  type PaceDecision,
  rampCap,
  type Sent,
  windowWords,
} from './pace.rules.ts'
import type { PaceCare } from './pace.ts'
import { type DayRoom, type Taken, type Turn, takeTurns } from './rotation.rules.ts'
import * as store from './rotation.store.ts'
import type { OwnSender } from './senders.ts'
import type { JobRow, RecipientRow, SenderKind } from './sending.store.ts'
import { dayOf, momentOf, startOfDay } from './zoned-time.ts'

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
  /** The reason why nothing leaves now. */
  hold: Hold | null
  /** Every mailbox of the campaign was removed. */
  hasNoMailbox: boolean
}

/** The senders of an owner on a day. */
interface Today {
  pace: Pace
  /** The owner's mailboxes by id, in the order in which they were connected. */
  known: Map<string, SendingMailbox>
  /** The turns of the mailboxes, without the return address. */
  turns: Turn[]
  returnAddress: Turn
  day: DayRoom<Turn>
  /** The senders whose messages share this day. In a trial the return address has a pace of its own. */
  senders: SenderKind[]
}

interface Wanted {
  job: JobRow
  own: OwnSender
  campaign: { mailbox_ids: string[] | null }
  limit: number
  blockedGroups: readonly string[]
  /** Jobs that can't be claimed, and so keep no room from others. */
  broken: readonly string[]
}

/** The senders that a message may leave from. */
interface Origin {
  /** The mailbox that the person hears from. Null if one of the candidates is chosen. */
  bound: string | null
  candidates: readonly Turn[]
}

interface QueuedRow extends store.DueRow, Origin {
  isOwn: boolean
}

/** The facts that explain why nothing of a job leaves now. */
interface Wait {
  today: Today
  /** The job's due messages. */
  own: readonly QueuedRow[]
  /** Mailboxes whose next message has to wait for its turn. */
  waiting: ReadonlySet<string | null>
  /** Mailboxes with room before earlier messages took it. */
  hadRoom: ReadonlySet<string | null>
}

const NOTHING: Admitted = { rows: [], mailboxOf: new Map(), hold: null, hasNoMailbox: false }

const TRY_AGAIN_MS = 10_000
/** A job tries again this often for room that others may not need after all, such as cancelled ones. */
const RESERVED_AGAIN_MS = 15 * 60_000
export const MICROSOFT_A_MINUTE = 30
export const MINUTE_MS = 60_000

/** The least time between two messages from a mailbox. */
export const gapOf = ({ kind }: Pick<SendingMailbox, 'kind'>, pace: Pace): number =>
  Math.max(averageGapMs(pace), kind === 'microsoft' ? MINUTE_MS / MICROSOFT_A_MINUTE : 0)

/** The mailboxes that a campaign uses for people who have heard from none. */
export const candidatesOf = (
  { mailbox_ids }: { mailbox_ids: string[] | null },
  mailboxes: readonly SendingMailbox[],
): SendingMailbox[] =>
  mailboxes.filter(
    ({ id, isGone, is_used }) => !isGone && (mailbox_ids === null ? is_used : mailbox_ids.includes(id)),
  )

/** Chooses which messages leave from which of the owner's mailboxes now. */
export function createRotation(deps: RotationDeps) {
  const { clock, random = Math.random } = deps

  /** Locks the owner's turn, so that two workers don't use the same room. */
  async function readToday(tx: Db, owner: OwnerId, own: OwnSender): Promise<Today> {
    const { paces, sent, today } = await deps.pace.lockToday(tx, owner, own.return_address)
    const pace = paces.mailbox
    const mailboxes = await deps.mailboxes.list(tx, owner, pace.time_zone)
    const turns = await toTurns(tx, owner, mailboxes, pace)
    const returnAddress = turnOfReturnAddress(paces.shared, sent)
    const hasCap = pace.daily_cap !== null
    const senders: SenderKind[] = hasCap && paces.shared === pace ? ['shared', 'mailbox'] : ['mailbox']
    return {
      pace,
      known: new Map(mailboxes.map((mailbox) => [mailbox.id, mailbox])),
      turns,
      returnAddress,
      day: {
        rooms: new Map([returnAddress, ...turns].map((turn) => [turn.id, turn])),
        sum: pace.daily_cap === null ? Number.POSITIVE_INFINITY : Math.max(0, pace.daily_cap - today),
      },
      senders: senders.filter((sender) => own.footers[sender] !== null),
    }
  }

  async function toTurns(tx: Db, owner: OwnerId, known: readonly SendingMailbox[], pace: Pace) {
    const now = clock.now()
    const day = dayOf(now, pace.time_zone)
    const since = startOfDay(now, pace.time_zone).toISOString()
    const sent = await deps.mailboxes.countSent(tx, owner, since)
    const minute = known.some(({ kind }) => kind === 'microsoft')
      ? await store.countLeaving(tx, owner, new Date(now.getTime() - MINUTE_MS).toISOString())
      : new Map<string, number>()
    return known.map((mailbox): Turn => {
      const { id, next_at, canSend } = mailbox
      const cap = capOn(mailbox, day)
      return {
        id,
        cap,
        left: canSend ? Math.max(0, cap - (sent.get(id) ?? 0)) : 0,
        fits: countFits(pace, next_at, gapOf(mailbox, pace)),
        now: burstOf(mailbox, pace, minute),
      }
    })
  }

  function turnOfReturnAddress(pace: Pace, { next_at, domainToday, domainDaysBefore }: Sent): Turn {
    const cap = (pace.has_ramp ? rampCap(domainDaysBefore) : null) ?? Number.POSITIVE_INFINITY
    const fits = countFits(pace, next_at, averageGapMs(pace))
    // `pace.admit` has checked the gap.
    return { id: null, cap, left: Math.max(0, cap - domainToday), fits, now: Number.POSITIVE_INFINITY }
  }

  function countFits(pace: Pace, next_at: string | null, gapMs: number): number {
    const now = clock.now()
    const closes = momentOf(dayOf(now, pace.time_zone), pace.window_to, pace.time_zone)
    return countFitting(new Date(Math.max(now.getTime(), Date.parse(next_at ?? '') || 0)), closes, gapMs)
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

  /** Returns a function that finds the possible senders of a job's messages. */
  function findOrigin(
    job: Pick<JobRow, 'sender'>,
    campaign: { mailbox_ids: string[] | null },
    { known, turns, returnAddress }: Today,
  ): (row: store.DueRow) => Origin {
    const chosen = new Set(candidatesOf(campaign, [...known.values()]).map(({ id }) => id))
    const candidates = turns.filter(({ id }) => chosen.has(id!))
    return ({ sender, step_id, mailbox_id, person_mailbox }) => {
      if (sender === 'shared') return { bound: null, candidates: [returnAddress] }
      // A follow-up leaves from the sender that it was written for. Nobody is bound to a mailbox that is gone.
      const isFree = step_id === null && known.get(person_mailbox ?? '')?.isGone !== false
      const bound = isFree ? null : step_id === null ? person_mailbox : mailbox_id
      return { bound, candidates: job.sender === 'shared' ? [returnAddress] : candidates }
    }
  }

  /** Lists the owner's due messages in the order of the claims, up to those of this job. */
  async function listQueue(tx: Db, owner: OwnerId, wanted: Wanted, today: Today): Promise<QueuedRow[]> {
    const { job, broken } = wanted
    const without = broken.filter((id) => id !== job.id)
    const jobs = await store.listServedJobs(tx, owner, without)
    const last = jobs.find(({ id }) => id === job.id)
    // Follow-ups of equal rank mix by their day; each send is a stage of its own.
    const stages = Map.groupBy(jobs, ({ id, kind, rank }) => (kind === 'send' ? id : rank))
    const queue: QueuedRow[] = []
    for (const stage of stages.values()) {
      const isLast = stage.includes(last!)
      const rows: QueuedRow[] = []
      for (const one of stage)
        if (one === last || today.day.sum > 0) rows.push(...(await listOfJob(tx, owner, one, wanted, today)))
      queue.push(...(stage.length > 1 ? rows.toSorted(byTurn) : rows))
      if (isLast) break
    }
    return queue
  }

  /**
   * Lists due messages of a job, from which today's are chosen. For the claimed job, reads on only while messages of a
   * mailbox without room may hide others; for other jobs, reads all that have room today.
   */
  async function listOfJob(
    tx: Db,
    owner: OwnerId,
    one: store.ServedJob,
    { job, blockedGroups }: Wanted,
    today: Today,
  ): Promise<QueuedRow[]> {
    const { known, turns, senders, day } = today
    const isOwn = one.id === job.id
    const originOf = findOrigin(one, one, today)
    const room = Math.min(
      day.sum,
      [...day.rooms.values()].reduce((total, { left }) => total + left, 0),
    )
    const full = new Set(turns.flatMap(({ id, left }) => (left > 0 || known.get(id!)!.isGone ? [] : [id!])))
    const rows: QueuedRow[] = []
    for (;;) {
      const more = await store.listDue(tx, owner, {
        job_id: one.id,
        now: isoNow(clock),
        blockedGroups,
        senders,
        isRetry: false,
        closed: [...full],
        after: rows.at(-1),
      })
      rows.push(...more.map((row) => ({ ...row, ...originOf(row), isOwn })))
      if (more.length < store.PAGE_SIZE) return rows
      const bound = Map.groupBy(rows, (row) => row.bound)
      const filled = turns.filter(({ id, left }) => !full.has(id!) && (bound.get(id)?.length ?? 0) >= left)
      if (filled.length === 0 && (isOwn || rows.length >= room)) return rows
      for (const { id } of filled) full.add(id!)
    }
  }

  /** Limits a job's first attempts from the return address, since older messages may need the rest of the day's cap. */
  async function admitShared(tx: Db, owner: OwnerId, wanted: Wanted): Promise<PaceDecision> {
    const free = { count: wanted.limit, hold: null }
    const { daily_cap } = await deps.pace.find(tx, owner, 'shared')
    if (daily_cap === null) return free
    const today = await readToday(tx, owner, wanted.own)
    const queue = (await listQueue(tx, owner, wanted, today)).map((row) => ({
      ...row,
      isOwn: row.isOwn && row.sender === 'shared',
    }))
    if (!queue.some(({ isOwn }) => isOwn)) return free
    const { taken } = takeTurns(queue, { day: today.day, limit: wanted.limit })
    if (taken.length > 0) return { count: taken.length, hold: null }
    const hold = { reason: dailyLimitWords(daily_cap), until: after(RESERVED_AGAIN_MS), isDaily: true }
    return { count: 0, hold }
  }

  /** Locks the messages of a job that leave from mailboxes now. */
  async function admit(tx: Db, owner: OwnerId, wanted: Wanted): Promise<Admitted> {
    const today = await readToday(tx, owner, wanted.own)
    const { known, pace, turns, day } = today
    const open = openAt(pace, clock.now())
    if (open > clock.now()) {
      const reason = `Waiting for the sending window, ${windowWords(pace)}`
      return { ...NOTHING, hold: { reason, until: open, isDaily: false } }
    }
    const retries = await takeRetries(tx, owner, wanted, today)
    const due = [...retries.rest, ...(await listQueue(tx, owner, wanted, today))]
    const queue = await keepOwn(tx, owner, wanted.job, due)
    const hadRoom = new Set(day.sum > 0 ? turns.flatMap(({ id, left }) => (left > 0 ? [id] : [])) : [])
    const limit = wanted.limit - retries.taken.length
    const { taken, waiting } = takeTurns(queue, { day, limit })
    const all = [...retries.taken, ...taken]
    if (all.length === 0) {
      const own = queue.filter(({ isOwn }) => isOwn)
      return explainWait(tx, owner, wanted, { today, own, waiting: waiting.union(retries.waiting), hadRoom })
    }
    const mailboxOf = new Map(all.map(({ message, from }) => [message.id, known.get(from!)!]))
    const rows = await store.lockQueuedByIds(tx, owner, [...mailboxOf.keys()])
    return { ...NOTHING, rows, mailboxOf }
  }

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

  /** Chooses retries, which leave from the same mailbox and take no room: they were counted on their first day. */
  async function takeRetries(tx: Db, owner: OwnerId, wanted: Wanted, today: Today) {
    const { job, campaign, blockedGroups, limit } = wanted
    const { turns, known } = today
    const originOf = findOrigin(job, campaign, today)
    const page = {
      job_id: job.id,
      now: isoNow(clock),
      blockedGroups,
      senders: ['mailbox' as const],
      closed: [],
    }
    const taken: Taken<QueuedRow>['taken'] = []
    const rest: QueuedRow[] = []
    const waiting = new Set<string | null>()
    for (const tried of await store.listDue(tx, owner, { ...page, isRetry: true })) {
      const row = { ...tried, ...originOf(tried), isOwn: true }
      const mailbox = known.get(row.bound ?? row.mailbox_id ?? '')
      const turn = turns.find(({ id }) => id === mailbox?.id)
      if (!mailbox?.canSend || !turn) {
        if (row.bound === null) rest.push(row)
      } else if (turn.now <= 0) waiting.add(turn.id)
      else if (taken.length < limit) {
        turn.now -= 1
        taken.push({ message: row, from: turn.id })
      }
    }
    return { taken, rest, waiting }
  }

  /** Explains why nothing of a job leaves now, and when to try again. */
  async function explainWait(
    tx: Db,
    owner: OwnerId,
    { job, campaign, blockedGroups }: Wanted,
    { today, own, waiting, hadRoom }: Wait,
  ): Promise<Admitted> {
    const all = [...today.known.values()]
    if (waiting.size > 0) return { ...NOTHING, hold: waitForTurn(all, today.pace, waiting) }
    const candidates = candidatesOf(campaign, all)
    const lacksCandidate = job.sender === 'mailbox' && candidates.length === 0
    const hasNoMailbox = lacksCandidate && own.some(({ bound }) => bound === null)
    const page = { job_id: job.id, now: isoNow(clock), blockedGroups }
    const awaited = new Set(
      (await store.listAwaited(tx, owner, page)).map((id) =>
        id === null || today.known.get(id)?.isGone !== false ? null : id,
      ),
    )
    const isCandidate = (box: SendingMailbox) =>
      job.sender === 'mailbox' && awaited.has(null) && candidates.includes(box)
    const concerned = all.filter((box) => awaited.has(box.id) || isCandidate(box))
    const unusable = concerned.find(({ canSend }) => !canSend)
    if (concerned.some(({ canSend }) => canSend)) {
      const isReserved = concerned.some(({ id }) => hadRoom.has(id))
      return {
        ...NOTHING,
        hold: waitForRoom(today, { isReserved, isUnusable: unusable !== undefined }),
        hasNoMailbox,
      }
    }
    if (!unusable) return { ...NOTHING, hasNoMailbox }
    const whose = isCandidate(unusable) ? 'no mailbox of this campaign can send. ' : ''
    const hold = {
      reason: `Waiting: ${whose}${unusable.sentence}`,
      until: after(TRY_AGAIN_MS),
      isDaily: false,
    }
    return { ...NOTHING, hold, hasNoMailbox }
  }

  function waitForTurn(
    mailboxes: readonly SendingMailbox[],
    pace: Pace,
    waiting: ReadonlySet<string | null>,
  ): Hold {
    const [next] = mailboxes
      .flatMap(({ id, next_at }) => (waiting.has(id) && next_at ? [new Date(next_at)] : []))
      .filter((at) => at > clock.now())
      .toSorted((a, b) => a.getTime() - b.getTime())
    const words =
      pace.gap_to_seconds > 0
        ? `messages leave ${gapWords(pace)} apart`
        : `at most ${MICROSOFT_A_MINUTE} a minute leave from a mailbox`
    return { reason: `Waiting for its turn: ${words}`, until: next ?? after(TRY_AGAIN_MS), isDaily: false }
  }

  /** `isReserved`: other jobs need what is left of the day. `isUnusable`: a mailbox can't send now, but may today. */
  function waitForRoom(
    { pace, day }: Today,
    { isReserved, isUnusable }: { isReserved: boolean; isUnusable: boolean },
  ): Hold {
    const reason =
      day.sum <= 0 && pace.daily_cap !== null
        ? dailyLimitWords(pace.daily_cap)
        : 'Waiting for tomorrow: the daily limits of the mailboxes are reached'
    const until = isUnusable
      ? after(TRY_AGAIN_MS)
      : isReserved
        ? after(RESERVED_AGAIN_MS)
        : openTomorrow(pace, clock.now())
    return { reason, until, isDaily: true }
  }

  const after = (ms: number): Date => new Date(clock.now().getTime() + ms)

  return {
    admit,
    admitShared,

    /** Counts claimed messages, and gives each of their mailboxes its next turn after a random gap. */
    async recordSent(tx: Db, owner: OwnerId, ids: ReadonlySet<string>): Promise<void> {
      if (ids.size === 0) return
      const pace = await deps.pace.find(tx, owner, 'mailbox')
      const day = dayOf(clock.now(), pace.time_zone)
      // In order, so that two transactions can't deadlock.
      for (const id of [...ids].toSorted()) {
        const next_at = nextTurnAt(pace, clock.now(), random())
        await deps.mailboxes.recordTurn(tx, owner, id, { day, next_at })
      }
    },
  }
}

/** Sorts the earliest due first. Equal ones keep their order, which is that of the campaigns' age. */
const byTurn = (a: store.DueRow, b: store.DueRow): number =>
  a.next_at < b.next_at ? -1 : a.next_at > b.next_at ? 1 : 0

export type Rotation = ReturnType<typeof createRotation>
