import type { ownMailboxRoutes, PlannedPerson } from '@goldpan/contract/own-mailboxes'
import type { HandlerInput } from '@goldpan/contract/route'
import type { SendPreview, sendingCareRoutes } from '@goldpan/contract/sending-care'
import type { Database } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import type { Clock } from '../../providers/clock/port.ts'
import type { Campaigns } from '../campaigns/campaigns.ts'
import type { ListedRecipient } from '../campaigns/recipients.ts'
import type { Enrolments } from '../enrolments/enrolments.ts'
import type { SendingMailbox } from '../own-mailboxes/sending-mailboxes.ts'
import { suppressionSentences, toSuppressed } from '../suppressions/suppressions.rules.ts'
import type { Suppressions } from '../suppressions/suppressions.ts'
import type { Usage } from '../usage/usage.ts'
import { type PlannedDay, paceWords } from './pace.rules.ts'
import type { Pauses } from './pauses.ts'
import type { Preflight } from './preflight.ts'
import { planMailboxes, skippedByReason, skippedByStatus } from './preview.rules.ts'
import type { PlannedRecipient, SendPlans } from './send-plan.ts'
import { senderOf } from './senders.ts'
import { countPromised, findAgain, listNewestRounds } from './sending.store.ts'

export interface PreviewDeps {
  db: Database
  clock: Clock
  campaigns: Pick<Campaigns, 'listSendable' | 'findSendable' | 'countRecipients'>
  suppressions: Pick<Suppressions, 'findSuppressed'>
  usage: Pick<Usage, 'countAffordable' | 'getUsage'>
  pauses: Pick<Pauses, 'findAccountPause'>
  sendPlans: SendPlans
  preflight: Pick<Preflight, 'list'>
  enrolments: Pick<Enrolments, 'listEnrolled' | 'listHeld'>
}

type Form = HandlerInput<typeof sendingCareRoutes.previewSend>['body']
type PlanPage = HandlerInput<typeof ownMailboxRoutes.plan>['query']

const EMAILS_SHOWN = 20
/** Sending the same text again within this time needs a second confirmation. */
const LATELY_MS = 7 * 86_400_000

/** Previews a send: to whom, when, at what cost, and who is skipped and why. Changes nothing. */
export function createPreview(deps: PreviewDeps) {
  const { db, clock, campaigns, suppressions, usage } = deps

  async function select(owner: OwnerId, campaignId: string, form: Form) {
    const sendable = await campaigns.listSendable(owner, campaignId, form)
    const emails = sendable.rows.map(({ email }) => email)
    const suppressed = await suppressions.findSuppressed(db, owner, emails)
    const newest = form.only ? await listNewestRounds(db, owner, campaignId) : []
    const stateOf = new Map(newest.map((row) => [row.campaign_prospect_id, row.state]))
    const wanted = sendable.rows.filter(({ id }) => !form.only || stateOf.get(id) === form.only)
    const isSuppressed = ({ email }: ListedRecipient) => suppressed.has(toSuppressed(email))
    const enrolled = await deps.enrolments.listEnrolled(db, owner, campaignId)
    const held = await deps.enrolments.listHeld(db, owner, emails)
    const isEnrolled = ({ id }: ListedRecipient) => form.resend && enrolled.get(id) === true
    const isHeld = ({ email }: ListedRecipient) => held.has(email.toLowerCase())
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
      unpaid: await countPromised(db, owner),
    }
  }

  async function costOf(owner: OwnerId, needed: number, unpaid: number): Promise<SendPreview['cost']> {
    const [affordable, month] = await Promise.all([
      usage.countAffordable(db, owner, 'emails_sent'),
      usage.getUsage(owner),
    ])
    const { emails_sent_limit: limit, emails_sent_count: used } = month
    const left = limit === null ? needed : Math.max(0, limit - used - unpaid)
    const payable = Math.min(needed, Math.max(0, affordable - unpaid))
    const allowance = Math.min(payable, left)
    return { allowance, tokens: payable - allowance, missing: needed - payable }
  }

  /** Counts the follow-ups that would have to wait for the next month. */
  async function findUncovered(
    owner: OwnerId,
    { rows, unpaid }: { rows: readonly unknown[]; unpaid: number },
    steps: readonly { days: readonly PlannedDay[] }[],
  ): Promise<SendPreview['uncovered']> {
    const { resets_at: until } = await usage.getUsage(owner)
    const due = steps
      .flatMap(({ days }) => days)
      .filter(({ from }) => from < new Date(until))
      .reduce((total, { messages }) => total + messages, 0)
    const { missing } = await costOf(owner, rows.length + due, unpaid)
    const follow_ups = Math.min(missing, due)
    return follow_ups > 0 ? { follow_ups, until } : null
  }

  return {
    /** The mailbox and the day for each person. People whose mailbox can't send are left out. */
    async listPlan(owner: OwnerId, campaignId: string, { search, offset, limit }: PlanPage) {
      const seen = await select(owner, campaignId, { resend: false })
      const { planned } = await deps.sendPlans.plan(owner, seen)
      const words = search.trim().toLowerCase()
      const people = planned
        .flatMap(({ message, ...person }): PlannedPerson[] =>
          message && person.email.toLowerCase().includes(words)
            ? [{ ...person, day: message.day, at: message.at.toISOString() }]
            : [],
        )
        .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
      return { total: people.length, people: people.slice(offset, offset + limit) }
    },

    async previewSend(owner: OwnerId, campaignId: string, form: Form): Promise<SendPreview> {
      const seen = await select(owner, campaignId, form)
      const { campaign, rows, unpaid } = seen
      const plan = await deps.sendPlans.plan(owner, seen)
      const { kind, own, pace, sent, mailboxes, candidates, steps, days, planned } = plan
      const sample = sampleOf(mailboxes, planned, kind)
      const sender = senderOf(own, sample)
      const first = rows[0] ? await campaigns.findSendable(owner, campaignId, rows[0]) : null
      const later = steps.reduce((total, step) => total + step.recipients_at_most, 0)
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
        uncovered: await findUncovered(owner, seen, steps),
        time_zone: pace.time_zone,
        first: planned
          .flatMap(({ email, mailbox_id, from, message }) =>
            message ? [{ email, mailbox_id, from, day: message.day, at: message.at.toISOString() }] : [],
          )
          .slice(0, EMAILS_SHOWN),
        mailboxes: planMailboxes(planned, mailboxes, candidates),
        cost: await costOf(owner, rows.length, unpaid),
        skipped: [
          ...skippedByReason(seen, pace.time_zone),
          ...(counts ? skippedByStatus(counts, form.resend) : []),
        ].filter(({ count }) => count > 0),
        again: await findAgain(db, owner, campaignId, lately),
        sender: { name: sender.name, address: sender.address, is_mailbox: kind === 'mailbox' },
        // The ramp is that of the return address; mailboxes have their own.
        pace: paceWords({ ...pace, has_ramp: pace.has_ramp && kind === 'shared' }, sent),
        hold: pause?.sentence ?? null,
        checks: first
          ? await deps.preflight.list(owner, { campaign, recipient: first, mailbox: sample })
          : [],
      }
    },
  }
}

/** The mailbox of the first message. If no mailbox can send, the first one, so that it is checked anyway. */
const sampleOf = (
  mailboxes: readonly SendingMailbox[],
  planned: readonly PlannedRecipient[],
  kind: 'shared' | 'mailbox',
): SendingMailbox | null =>
  mailboxes.find(({ id }) => id === planned[0]?.mailbox_id) ??
  (kind === 'mailbox' ? (mailboxes[0] ?? null) : null)

const toDay = ({ day, messages, from, to }: PlannedDay) => ({
  day,
  messages,
  from: from.toISOString(),
  to: to.toISOString(),
})

const count = (emails: number): string => (emails === 1 ? '1 email' : `${emails} emails`)

export type Preview = ReturnType<typeof createPreview>
