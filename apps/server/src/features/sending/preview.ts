import type { HandlerInput } from '@goldpan/contract/route'
import type { Pace, SendPreview, sendingCareRoutes } from '@goldpan/contract/sending-care'
import type { Database, Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { refuse } from '../../http/refuse.ts'
import type { Clock } from '../../providers/clock/port.ts'
import type { Campaign, Campaigns } from '../campaigns/campaigns.ts'
import type { SendableRecipient } from '../campaigns/recipients.ts'
import type { Enrolments } from '../enrolments/enrolments.ts'
import { suppressionSentences, toSuppressed } from '../suppressions/suppressions.rules.ts'
import type { Tracking } from '../tracking/tracking.ts'
import type { Usage } from '../usage/usage.ts'
import type { OwnMailbox } from './own-mailbox.ts'
import { type PlannedDay, paceWords, type Sent } from './pace.rules.ts'
import type { PaceCare } from './pace.ts'
import type { Pauses } from './pauses.ts'
import type { Preflight } from './preflight.ts'
import { planFirst, type Skipped, skippedByStatus } from './preview.rules.ts'
import type { Senders } from './senders.ts'
import { countPromised, findAgain, listNewestRounds } from './sending.store.ts'
import { dayWords } from './zoned-time.ts'

export interface PreviewDeps {
  db: Database
  clock: Clock
  campaigns: Pick<Campaigns, 'lockSendable' | 'countRecipients'>
  tracking: Pick<Tracking, 'findSuppressed'>
  usage: Pick<Usage, 'countAffordable' | 'getUsage'>
  pace: PaceCare
  pauses: Pauses
  senders: Senders
  mailbox: Pick<OwnMailbox, 'findUsed'>
  preflight: Pick<Preflight, 'list'>
  enrolments: Pick<Enrolments, 'listEnrolled' | 'listHeld'>
  /** The days of a send and of the follow-ups to `followed` of its recipients, if nobody answers. */
  planSend: (
    owner: OwnerId,
    campaign: Campaign,
    send: { pace: Pace; sent: Sent; messages: number; followed: number },
  ) => Promise<PlannedSend>
}

export interface PlannedSend {
  days: PlannedDay[]
  steps: { position: number; step_id: string; recipients_at_most: number; days: PlannedDay[] }[]
}

type Form = HandlerInput<typeof sendingCareRoutes.previewSend>['body']

const EMAILS_SHOWN = 20
/** Sending the same text again within this time needs a second confirmation. */
const LATELY_MS = 7 * 86_400_000

/** Thrown to roll back the transaction: a preview changes nothing. */
class RolledBack extends Error {}

/** Previews a send: to whom, when, at what cost, and who is skipped and why. */
export function createPreview(deps: PreviewDeps) {
  const { db, clock, campaigns, tracking, usage } = deps

  async function look(owner: OwnerId, campaignId: string, form: Form) {
    let seen: Awaited<ReturnType<typeof select>> | null = null
    await db
      .transaction(async (tx) => {
        seen = await select(tx, owner, campaignId, form)
        throw new RolledBack()
      })
      .catch((error: unknown) => {
        if (!(error instanceof RolledBack)) throw error
      })
    return seen as unknown as Awaited<ReturnType<typeof select>>
  }

  async function select(tx: Db, owner: OwnerId, campaignId: string, form: Form) {
    const sendable = await campaigns.lockSendable(tx, owner, campaignId, form)
    const emails = sendable.rows.map(({ email }) => email)
    const suppressed = await tracking.findSuppressed(tx, owner, emails)
    const newest = form.only ? await listNewestRounds(tx, owner, campaignId) : []
    const stateOf = new Map(newest.map((row) => [row.campaign_prospect_id, row.state]))
    const wanted = sendable.rows.filter(({ id }) => !form.only || stateOf.get(id) === form.only)
    const isSuppressed = ({ email }: SendableRecipient) => suppressed.has(toSuppressed(email))
    const enrolled = await deps.enrolments.listEnrolled(tx, owner, campaignId)
    const held = await deps.enrolments.listHeld(tx, owner, emails)
    const isEnrolled = ({ id }: SendableRecipient) => form.resend && enrolled.get(id) === true
    const isHeld = ({ email }: SendableRecipient) => held.has(email.toLowerCase())
    const willing = wanted.filter((row) => !isSuppressed(row))
    return {
      campaign: sendable.campaign,
      rows: willing.filter((row) => !isEnrolled(row) && !isHeld(row)),
      enrolled,
      inSequence: willing.filter(isEnrolled).map(({ email }) => email),
      held: willing
        .filter((row) => !isEnrolled(row) && isHeld(row))
        .map(({ email }) => ({ email, until: held.get(email.toLowerCase())! })),
      suppressed: wanted.filter(isSuppressed).map(({ email }) => ({
        email,
        reason:
          suppressionSentences[suppressed.get(toSuppressed(email)) ?? ''] ?? 'On your do-not-contact list',
      })),
      unwritten: form.only ? [] : sendable.without_content.map(({ email }) => email),
      unpaid: await countPromised(tx, owner),
    }
  }

  async function costOf(owner: OwnerId, needed: number, unpaid: number): Promise<SendPreview['cost']> {
    const [affordable, month] = await Promise.all([
      usage.countAffordable(db, owner, 'emails_sent'),
      usage.getUsage(owner),
    ])
    const left = Math.max(0, month.emails_sent_limit - month.emails_sent_count - unpaid)
    const payable = Math.min(needed, Math.max(0, affordable - unpaid))
    const allowance = Math.min(payable, left)
    return { allowance, tokens: payable - allowance, missing: needed - payable }
  }

  return {
    async previewSend(owner: OwnerId, campaignId: string, form: Form): Promise<SendPreview> {
      const seen = await look(owner, campaignId, form)
      const { campaign, rows, suppressed, unwritten, unpaid } = seen
      deps.senders.refresh()
      const kind = (await deps.mailbox.findUsed(owner)) ? 'mailbox' : 'shared'
      const sender = (await deps.senders.find(owner, kind)) ?? refuse('sending.no_mailbox')
      const pace = await deps.pace.find(deps.db, owner, sender.is_mailbox)
      const sent = await deps.pace.countSent(owner, pace, sender)
      const followed = rows.filter(({ id }) => !seen.enrolled.has(id)).length
      const send = { pace, sent, messages: rows.length, followed }
      const { days, steps } = await deps.planSend(owner, campaign, send)
      const later = steps.reduce((total, step) => total + step.recipients_at_most, 0)
      const byHold = Map.groupBy(seen.held, ({ until }) => dayWords(new Date(until), pace.time_zone))
      const byReason = Map.groupBy(suppressed, ({ reason }) => reason)
      const skipped: Skipped[] = [
        ...[...byReason].map(([reason, list]) => ({ reason, emails: list.map(({ email }) => email) })),
        { reason: 'In a follow-up sequence', emails: seen.inSequence },
        ...[...byHold].map(([day, list]) => ({
          reason: `Held until ${day}`,
          emails: list.map(({ email }) => email),
        })),
        { reason: 'No email written yet', emails: unwritten },
      ].map(({ reason, emails }) => ({ reason, count: emails.length, emails: emails.slice(0, EMAILS_SHOWN) }))
      const counts = form.only ? null : await campaigns.countRecipients(owner, campaignId)
      const pause = await deps.pauses.findAccountPause(owner)
      const lately = new Date(clock.now().getTime() - LATELY_MS).toISOString()
      return {
        recipients: rows.length,
        days: days.map(toDay),
        steps: steps.map((step) => ({ ...step, days: step.days.map(toDay) })),
        cost_at_most: {
          messages: rows.length + later,
          sentence: `At most ${count(rows.length + later)} if nobody answers: ${rows.length} now, ${later} as follow-ups.`,
        },
        time_zone: pace.time_zone,
        first: planFirst(rows.slice(0, EMAILS_SHOWN), days, pace),
        cost: await costOf(owner, rows.length, unpaid),
        skipped: [...skipped, ...(counts ? skippedByStatus(counts, form.resend) : [])].filter(
          ({ count }) => count > 0,
        ),
        again: await findAgain(db, owner, campaignId, lately),
        sender,
        pace: paceWords(pace, sent),
        hold: pause?.sentence ?? null,
        checks: rows[0]
          ? await deps.preflight.list(owner, { campaign, recipient: rows[0], sender: kind })
          : [],
      }
    },
  }
}

const toDay = ({ day, messages, from, to }: PlannedDay) => ({
  day,
  messages,
  from: from.toISOString(),
  to: to.toISOString(),
})

const count = (emails: number): string => (emails === 1 ? '1 email' : `${emails} emails`)

export type Preview = ReturnType<typeof createPreview>
