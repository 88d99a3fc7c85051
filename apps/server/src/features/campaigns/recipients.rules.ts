import type { CampaignProspect } from '@goldpan/contract/campaigns'
import { nameFields, pick } from '@goldpan/contract/fields'
import type { Prospect } from '../prospects/prospects.ts'
import { furtherFields, moveStatus, nameRecipient, UNSENT } from './campaigns.rules.ts'
import type { DeliveryColumns } from './deliveries.store.ts'
import type { LightRecipient, NewRecipient, RecipientRow } from './recipients.store.ts'

/** A report about a recipient from sending or tracking; about the newest round unless it names one. */
export interface DeliveryChange {
  email_status?: RecipientRow['email_status']
  delivery?: 'unconfirmed' | null
  status_reason?: string | null
  round?: number
  sent_at?: string
  failed_at?: string
  bounced_at?: string
  opened_at?: string
  clicked_at?: string
  responded_at?: string
  unsubscribed_at?: string
}

/** A prospect as a recipient of a campaign. */
export function toRecipient(prospect: Prospect, created_at: string): NewRecipient {
  const values = furtherFields.flatMap((field) => {
    const value = prospect[field]
    return value === null ? [] : [[field, value]]
  })
  return {
    prospect_id: prospect.id,
    email: prospect.email,
    ...pick(prospect, nameFields),
    further_fields: Object.fromEntries(values),
    business_name: prospect.business_name,
    created_at,
  }
}

/** `version` is that of the campaign's template. */
export const toCampaignProspect = (
  row: LightRecipient,
  version: number,
  content: string | null,
): CampaignProspect => ({
  ...row,
  name: nameRecipient(row),
  email_content: content,
  is_stale: isStale(row, version),
  prospects: { ...pick(row, nameFields), email: row.email },
  business: { name: row.business_name },
})

/** Written from an older template than `version`, and not by hand. */
export const isStale = (
  row: Pick<LightRecipient, 'is_edited' | 'has_content' | 'email_status' | 'rendered_version'>,
  version: number,
): boolean =>
  !row.is_edited && row.has_content && UNSENT.includes(row.email_status) && row.rendered_version !== version

/** Applies a report. A report on an older round can only set a final status. */
export function foldDelivery(
  row: Omit<DeliveryColumns, 'id'>,
  change: DeliveryChange,
): Omit<DeliveryColumns, 'id'> {
  const round = change.round ?? row.round
  const status = change.email_status
    ? moveStatus({ status: row.email_status, round: row.round }, { status: change.email_status, round })
    : row.email_status
  const isCurrent = round >= row.round
  const hasMoved = status !== row.email_status
  return {
    email_status: status,
    round: Math.max(row.round, round),
    delivery: isCurrent && change.delivery !== undefined ? change.delivery : row.delivery,
    status_reason:
      (isCurrent || hasMoved) && change.status_reason !== undefined
        ? change.status_reason
        : row.status_reason,
    sent_at: isCurrent && change.sent_at ? change.sent_at : row.sent_at,
    first_sent_at: row.first_sent_at ?? findSentAt(change),
    failed_at: earliest(row.failed_at, change.failed_at),
    bounced_at: earliest(row.bounced_at, change.bounced_at),
    opened_at: earliest(row.opened_at, change.opened_at),
    clicked_at: earliest(row.clicked_at, change.clicked_at),
    responded_at: earliest(row.responded_at, change.responded_at),
    unsubscribed_at: earliest(row.unsubscribed_at, change.unsubscribed_at),
  }
}

/** A report of what came after the hand-over may arrive before that of the hand-over itself. */
const findSentAt = ({ sent_at, bounced_at, opened_at, clicked_at, responded_at }: DeliveryChange) =>
  sent_at ?? bounced_at ?? opened_at ?? clicked_at ?? responded_at ?? null

/** The status of a recipient if it had not unsubscribed. */
export function statusBefore(
  row: Pick<RecipientRow, 'responded_at' | 'opened_at' | 'sent_at' | 'email_content'>,
): RecipientRow['email_status'] {
  if (row.responded_at !== null) return 'responded'
  if (row.opened_at !== null) return 'opened'
  if (row.sent_at !== null) return 'sent'
  return row.email_content === null ? 'pending' : 'generated'
}

const earliest = (known: string | null, told: string | undefined): string | null =>
  known !== null && (told === undefined || known <= told) ? known : (told ?? null)
