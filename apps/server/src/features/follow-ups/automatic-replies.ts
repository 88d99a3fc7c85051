import { findAwayUntil } from '@goldpan/campaign-mail/away-until'
import type { Classification } from '@goldpan/campaign-mail/classification'
import type { Db } from '../../db/database.ts'
import { asOwner } from '../../db/owner.ts'
import type { Clock } from '../../providers/clock/port.ts'
import type { Enrolments } from '../enrolments/enrolments.ts'
import type { PaceCare } from '../sending/pace.ts'
import { dayOf } from '../sending/zoned-time.ts'
import type { SentMessage } from '../tracking/tracking-parts.ts'
import { countUndatedAbsences } from './automatic-replies.store.ts'
import { awayHoldUntil } from './due.rules.ts'

export interface AutomaticRepliesDeps {
  clock: Clock
  enrolments: Pick<Enrolments, 'holdPersons' | 'stop'>
  pace: Pick<PaceCare, 'find'>
}

/** Somebody whose notes never name a day is held at most this often within 90 days. */
const UNDATED_MAX = 2
const UNDATED_WITHIN_MS = 90 * 86_400_000

/** Stored with the event of an automatic reply; `until` is the last day away, null if the note names none. */
type AutomaticReplyDetail = { says: 'left_company' | 'receipt' } | { says: 'away'; until: string | null }

/** Holds or stops follow-ups after an automatic reply. */
export function createAutomaticReplies({ clock, enrolments, pace: paces }: AutomaticRepliesDeps) {
  return {
    /**
     * An away note holds the person until the working day after its date, also one that they wrote by hand; 'no longer
     * works here' stops them. Receipts and ticket notes change nothing. Returns what to record of the note.
     */
    async apply(
      tx: Db,
      message: SentMessage,
      subject: string | null,
      note: Classification['note'],
    ): Promise<AutomaticReplyDetail | null> {
      if (!note) return null
      const owner = asOwner(message.owner_id)
      const email = message.email.toLowerCase()
      if (note.says === 'left_company') await enrolments.stop(tx, owner, { emails: [email] }, 'left_company')
      if (note.says !== 'away') return { says: note.says }
      const pace = await paces.find(tx, owner, 'shared')
      const now = clock.now()
      const until = findAwayUntil(subject, note.text, dayOf(now, pace.time_zone))
      const since = new Date(now.getTime() - UNDATED_WITHIN_MS).toISOString()
      if (until !== null || (await countUndatedAbsences(tx, owner, email, since)) < UNDATED_MAX) {
        const hold = { until: awayHoldUntil(pace, now, until).toISOString(), reason: 'away' } as const
        await enrolments.holdPersons(tx, owner, [email], hold)
      }
      return { says: 'away', until }
    },
  }
}

export type AutomaticReplies = ReturnType<typeof createAutomaticReplies>
