import { domainOf } from '@goldpan/campaign-mail/address'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import type { EmailStatus, StopReason } from '../../db/schema.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Campaigns } from '../campaigns/campaigns.ts'
import type { DeliveryChange } from '../campaigns/recipients.rules.ts'
import type { Enrolments } from '../enrolments/enrolments.ts'
import {
  statusOfSuppression,
  stopOfSuppression,
  suppressionSentences,
  toSuppressed,
} from '../suppressions/suppressions.rules.ts'
import type { Suppressions } from '../suppressions/suppressions.ts'
import type { Usage } from '../usage/usage.ts'
import * as store from './claims.store.ts'
import { TAKES_NO_MAIL } from './groups.rules.ts'
import { causeOf, takesNoMailReason } from './sending.rules.ts'
import type { RecipientRow } from './sending.store.ts'

export interface UnsendableDeps {
  clock: Clock
  campaigns: Pick<Campaigns, 'applyDeliveries' | 'listStopped'>
  suppressions: Pick<Suppressions, 'findSuppressed' | 'suppress'>
  enrolments: Pick<Enrolments, 'lockQueued' | 'stop' | 'listHeld'>
  usage: Pick<Usage, 'refundEach'>
}

/**
 * Tells if a queued message may leave, and if not, why. `unwanted` is a follow-up that was stopped or held after it was
 * queued; `dead` is a domain that takes no mail.
 */
type Standing = 'removed' | 'suppressed' | 'stopped' | 'unwanted' | 'held' | 'dead' | 'sendable'

/** Ends queued messages that may no longer leave. */
export function createUnsendable({ clock, campaigns, suppressions, enrolments, usage }: UnsendableDeps) {
  /**
   * Ends messages to people who left the campaign, replied or bounced since, are suppressed or can't receive mail. Returns
   * the others.
   */
  async function endUnsendable(tx: Db, owner: OwnerId, due: RecipientRow[]): Promise<RecipientRow[]> {
    const facts = await readFacts(tx, owner, due)
    const byStanding = Map.groupBy(due, (row) => judge(row, facts))
    const those = (standing: Standing): RecipientRow[] => byStanding.get(standing) ?? []
    await endUnsent(tx, owner, those('removed'), { state: 'cancelled', reason: 'Removed from the campaign' })
    const byReason = Map.groupBy(
      those('suppressed'),
      ({ email }) => facts.suppressed.get(toSuppressed(email))!,
    )
    for (const [reason, rows] of byReason) await endSuppressed(tx, owner, rows, reason)
    const byStatus = Map.groupBy(those('stopped'), (row) => facts.stopped.get(row.campaign_prospect_id!)!)
    for (const [status, rows] of byStatus) await endStopped(tx, owner, rows, status)
    const late = 'Stopped or held since it was queued'
    await endUnsent(tx, owner, those('unwanted'), { state: 'cancelled', reason: late })
    await endUnsent(tx, owner, those('held'), { state: 'cancelled', reason: 'The person is left alone' })
    for (const [domain, rows] of Map.groupBy(those('dead'), ({ email }) => domainOf(email)))
      await endDead(tx, owner, rows, domain)
    return those('sendable')
  }

  /** Reads what decides about these messages, and locks the enrolments of their follow-ups. */
  async function readFacts(tx: Db, owner: OwnerId, due: RecipientRow[]) {
    const emails = due.map(({ email }) => email)
    const suppressed = await suppressions.findSuppressed(tx, owner, emails)
    const statuses = await campaigns.listStopped(tx, owner, recipientsOf(due))
    const stopped = new Map(statuses.map(({ id, email_status }) => [id, email_status]))
    const queued = await enrolments.lockQueued(tx, owner, due.filter(isStep))
    const held = await enrolments.listHeld(tx, owner, emails)
    return { suppressed, stopped, queued, held }
  }

  function judge(row: RecipientRow, facts: Awaited<ReturnType<typeof readFacts>>): Standing {
    if (row.campaign_prospect_id === null) return 'removed'
    if (facts.suppressed.has(toSuppressed(row.email))) return 'suppressed'
    const status = facts.stopped.get(row.campaign_prospect_id)
    // A user may have resumed the follow-ups to somebody who replied.
    if (status && (status !== 'responded' || row.step_id === null)) return 'stopped'
    if (row.step_id !== null && !facts.queued.has(row.campaign_prospect_id)) return 'unwanted'
    if (row.attempts === 0 && facts.held.has(row.email.toLowerCase())) return 'held'
    return row.server_group === TAKES_NO_MAIL ? 'dead' : 'sendable'
  }

  async function endSuppressed(
    tx: Db,
    owner: OwnerId,
    rows: RecipientRow[],
    why: keyof typeof stopOfSuppression,
  ): Promise<void> {
    const reason = suppressionSentences[why] ?? ''
    const first = rows.filter((row) => !isStep(row))
    const email_status = statusOfSuppression(why)
    const at = isoNow(clock)
    const fact = email_status === 'unsubscribed' ? { unsubscribed_at: at } : { failed_at: at }
    const change = { email_status, status_reason: reason, ...fact }
    await applyDeliveries(tx, owner, first, change)
    await endUnsent(tx, owner, rows, { state: 'suppressed', reason })
    await stopFollowUps(tx, owner, rows, stopOfSuppression[why])
  }

  async function endStopped(
    tx: Db,
    owner: OwnerId,
    rows: RecipientRow[],
    status: EmailStatus,
  ): Promise<void> {
    await endUnsent(tx, owner, rows, { state: 'cancelled', reason: STOP_REASONS[status]! })
    await stopFollowUps(tx, owner, rows, STOPS[status]!)
  }

  /** Ends the sequences of people whose follow-up is among these messages. */
  async function stopFollowUps(tx: Db, owner: OwnerId, rows: RecipientRow[], why: StopReason): Promise<void> {
    await enrolments.stop(tx, owner, { recipients: recipientsOf(rows.filter(isStep)) }, why)
  }

  /** The domain publishes a null MX (RFC 7505), so the address can't exist. */
  async function endDead(tx: Db, owner: OwnerId, rows: RecipientRow[], domain: string): Promise<void> {
    const reason = takesNoMailReason(domain)
    const failed_at = isoNow(clock)
    const first = rows.filter((row) => !isStep(row))
    await applyDeliveries(tx, owner, first, {
      email_status: 'failed',
      status_reason: reason,
      delivery: null,
      failed_at,
    })
    for (const { email, id } of rows)
      await suppressions.suppress(tx, owner, { email, reason: 'bounced', recipient_id: id })
    await stopFollowUps(tx, owner, rows, 'step_failed')
    await endUnsent(tx, owner, rows, { state: 'failed', refusal: 'address', reason })
  }

  /** Shows the outcome in the campaign's list of recipients. */
  async function applyDeliveries(
    tx: Db,
    owner: OwnerId,
    rows: RecipientRow[],
    change: DeliveryChange,
  ): Promise<void> {
    const changes = rows.flatMap(({ campaign_prospect_id: id, round }) =>
      id === null ? [] : [[id, { ...change, round }] as const],
    )
    await campaigns.applyDeliveries(tx, owner, new Map(changes))
  }

  async function endUnsent(
    tx: Db,
    owner: OwnerId,
    rows: RecipientRow[],
    end: store.UnsentEnd,
  ): Promise<void> {
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    await store.endUnsent(tx, owner, ids, { ...end, finished_at: isoNow(clock) })
    const causes = rows.filter(({ is_charged }) => is_charged).map(({ id }) => causeOf(id))
    await usage.refundEach(tx, owner, causes, end.reason)
  }

  return { endUnsendable, endUnsent }
}

export type Unsendable = ReturnType<typeof createUnsendable>

/** The reasons why a queued message no longer leaves, by the recipient's status. */
const STOP_REASONS: Partial<Record<EmailStatus, string>> = {
  responded: 'Replied since it was queued',
  unsubscribed: 'Unsubscribed since it was queued',
  bounced: 'An earlier message bounced since it was queued',
}

/** The reasons why follow-ups end, by the recipient's status. */
const STOPS: Partial<Record<EmailStatus, StopReason>> = {
  responded: 'replied',
  unsubscribed: 'unsubscribed',
  bounced: 'bounced',
}

const isStep = <Row extends RecipientRow>(
  row: Row,
): row is Row & { step_id: string; campaign_prospect_id: string } =>
  row.step_id !== null && row.campaign_prospect_id !== null

export const recipientsOf = (rows: readonly Pick<RecipientRow, 'campaign_prospect_id'>[]): string[] =>
  rows.flatMap(({ campaign_prospect_id }) => campaign_prospect_id ?? [])
