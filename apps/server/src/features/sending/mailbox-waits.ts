import type { Pace } from '@goldpan/contract/sending-care'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { SendingMailbox } from '../own-mailboxes/sending-mailboxes.ts'
import { candidatesOf } from './campaign-mailboxes.ts'
import { MICROSOFT_A_MINUTE, type Today } from './day-room.ts'
import type { QueuedRow } from './due-queue.ts'
import { dailyLimitWords, gapWords, type Hold, openAt, openTomorrow, windowWords } from './pace.rules.ts'
import { listAwaited } from './rotation.store.ts'
import type { JobRow } from './sending.store.ts'

/** A job of which nothing leaves now. */
interface WaitingJob {
  job: JobRow
  campaign: { mailbox_ids: string[] | null }
  blockedGroups: readonly string[]
  today: Today
  /** Its due messages. */
  own: readonly QueuedRow[]
  /** Mailboxes with room, whose next message has to wait for the gap. */
  waiting: ReadonlySet<string | null>
  /** Mailboxes that had room before earlier messages took it. */
  hadRoom: ReadonlySet<string | null>
}

const TRY_AGAIN_MS = 10_000
/** A job tries again this often for room that others may not need after all, such as cancelled ones. */
const RESERVED_AGAIN_MS = 15 * 60_000

/** Says why messages don't leave now, and when to try again. */
export function createMailboxWaits(clock: Clock) {
  const after = (ms: number): Date => new Date(clock.now().getTime() + ms)

  function waitForGap(
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
      day.left <= 0 && pace.daily_cap !== null
        ? dailyLimitWords(pace.daily_cap)
        : 'Waiting for tomorrow: the daily limits of the mailboxes are reached'
    const until = isUnusable
      ? after(TRY_AGAIN_MS)
      : isReserved
        ? after(RESERVED_AGAIN_MS)
        : openTomorrow(pace, clock.now())
    return { reason, until, isDaily: true }
  }

  /** The mailboxes that due messages wait for; null if some may leave from any candidate. */
  async function listAwaitedBy(tx: Db, owner: OwnerId, waiting: WaitingJob): Promise<Set<string | null>> {
    const { job, blockedGroups, today } = waiting
    const ids = await listAwaited(tx, owner, { job_id: job.id, now: isoNow(clock), blockedGroups })
    const isGone = (id: string) => today.mailboxById.get(id)?.isGone !== false
    return new Set(ids.map((id) => (id === null || isGone(id) ? null : id)))
  }

  return {
    /** Null within the sending window. */
    waitForWindow(pace: Pace): Hold | null {
      const until = openAt(pace, clock.now())
      if (until <= clock.now()) return null
      return { reason: `Waiting for the sending window, ${windowWords(pace)}`, until, isDaily: false }
    },

    /** Older messages that share the daily cap need what is left of it. */
    waitForOlder: (dailyCap: number): Hold => ({
      reason: dailyLimitWords(dailyCap),
      until: after(RESERVED_AGAIN_MS),
      isDaily: true,
    }),

    /** `hasNoMailbox`: messages wait for a mailbox of the campaign, and all were removed. */
    async explain(
      tx: Db,
      owner: OwnerId,
      waiting: WaitingJob,
    ): Promise<{ hold: Hold | null; hasNoMailbox: boolean }> {
      const { job, campaign, today, own } = waiting
      const known = [...today.mailboxById.values()]
      if (waiting.waiting.size > 0)
        return { hold: waitForGap(known, today.pace, waiting.waiting), hasNoMailbox: false }
      const isFromMailboxes = job.sender === 'mailbox'
      const candidates = isFromMailboxes ? candidatesOf(campaign, known) : []
      const hasNoMailbox =
        isFromMailboxes && candidates.length === 0 && own.some(({ bound }) => bound === null)

      const awaited = await listAwaitedBy(tx, owner, waiting)
      const choices = awaited.has(null) ? candidates : []
      const concerned = known.filter((mailbox) => awaited.has(mailbox.id) || choices.includes(mailbox))
      const unusable = concerned.find(({ canSend }) => !canSend)
      if (concerned.some(({ canSend }) => canSend)) {
        const isReserved = concerned.some(({ id }) => waiting.hadRoom.has(id))
        return { hold: waitForRoom(today, { isReserved, isUnusable: unusable !== undefined }), hasNoMailbox }
      }
      if (!unusable) return { hold: null, hasNoMailbox }
      const whose = choices.includes(unusable) ? 'no mailbox of this campaign can send. ' : ''
      const reason = `Waiting: ${whose}${unusable.sentence}`
      return { hold: { reason, until: after(TRY_AGAIN_MS), isDaily: false }, hasNoMailbox }
    },
  }
}
