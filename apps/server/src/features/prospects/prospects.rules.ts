import type { Prospect, ProspectStatus } from '@goldpan/contract/prospects'
import type { ProspectRow } from './prospects.store.ts'

/** The status after a campaign event. Statuses set by the user stay. */
export function followStatus(
  current: ProspectStatus,
  event: 'email_generated' | 'email_sent',
): ProspectStatus {
  if (current === 'converted' || current === 'rejected') return current
  if (event === 'email_generated' && current !== 'new' && current !== 'contacted') return current
  if (event === 'email_sent' && current === 'responded') return current
  return event
}

export interface ListedProspect {
  prospect: ProspectRow
  table: { id: string; name: string } | null
}

export const toProspect = (
  { prospect, table }: ListedProspect,
  do_not_contact: Prospect['do_not_contact'],
): Prospect => ({
  ...prospect,
  do_not_contact,
  place_id: prospect.place_id || null,
  business_table: table,
  business: prospect.business_name === null ? null : { name: prospect.business_name },
})

/** `source_method` of a prospect whom a correspondent named. */
export const NAMED_IN_REPLY = 'reply'

/** '2 March 2026' */
export const dayOf = (instant: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(instant))
