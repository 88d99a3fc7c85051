import { accountLimitRefusals } from './account-limits.ts'
import { accountRefusals } from './account-refusals.ts'
import { answeringRefusals } from './answering.ts'
import { billingRefusals } from './billing.ts'
import { campaignRefusals } from './campaigns.ts'
import { followUpRefusals } from './follow-ups.ts'
import { gatheringRefusals } from './gathering.ts'
import { importRefusals } from './imports.ts'
import { inboxRefusals } from './inbox.ts'
import { mailboxRefusals } from './mailbox.ts'
import { mailingListRefusals } from './mailing-list.ts'
import { organizationRefusals } from './organizations.ts'
import { ownMailboxRefusals } from './own-mailboxes.ts'
import { prospectRefusals } from './prospects.ts'
import { refusals } from './refusal.ts'
import { removalRefusals } from './removals.ts'
import { replyRefusals } from './replies.ts'
import { retentionRefusals } from './retention.ts'
import { reviewRefusals } from './review.ts'
import { searchRefusals } from './search.ts'
import { senderIdentityRefusals } from './sender-identity.ts'
import { senderMailboxRefusals } from './sender-mailbox.ts'
import { sendingRefusals } from './sending.ts'
import { sendingCareRefusals } from './sending-care.ts'
import { sendingDomainRefusals } from './sending-domain.ts'
import { signatureRefusals } from './signatures.ts'
import { supportRefusals } from './support.ts'
import { suppressionRefusals } from './suppressions.ts'
import { tableRefusals } from './tables.ts'
import { trackingRefusals } from './tracking.ts'
import { usageRefusals } from './usage.ts'
import { writingRefusals } from './writing.ts'

/** Refusals that belong to no feature. */
const commonRefusals = refusals({
  'request.invalid': { status: 400, message: 'Please check what you entered' },
  'request.not_found': { status: 404, message: 'There is nothing at this address' },
  'request.foreign_origin': {
    status: 403,
    message: 'This request came from another website and was refused',
  },
  'request.unknown_host': {
    status: 403,
    message:
      'Goldpan does not answer to this host name. If it should, add the name to the setting ALLOWED_HOSTS.',
  },
  'request.too_large': { status: 413, message: 'This is too large' },
  'request.broken_upload': {
    status: 400,
    message: 'The upload was incomplete and nothing was saved. Please try again.',
  },
  'request.too_many': { status: 429, message: 'Too many requests. Please try again in a moment.' },
  'request.wrong_content_type': { status: 415, message: 'This kind of content is not accepted here' },
  'server.read_only': {
    status: 503,
    message: 'The database takes no changes at the moment. Nothing was saved; please try again later.',
  },
  'server.unwritable': {
    status: 503,
    message:
      'This could not be saved: the disk of this installation is full or cannot be written to. Nothing else was changed; please try again later.',
  },
  'server.unavailable': {
    status: 503,
    message: 'Goldpan is restarting. Nothing was lost; please try again in a few seconds.',
  },
})

export const allRefusals = {
  ...commonRefusals,
  ...accountLimitRefusals,
  ...accountRefusals,
  ...answeringRefusals,
  ...billingRefusals,
  ...campaignRefusals,
  ...followUpRefusals,
  ...gatheringRefusals,
  ...importRefusals,
  ...inboxRefusals,
  ...mailboxRefusals,
  ...mailingListRefusals,
  ...organizationRefusals,
  ...ownMailboxRefusals,
  ...prospectRefusals,
  ...removalRefusals,
  ...replyRefusals,
  ...reviewRefusals,
  ...searchRefusals,
  ...retentionRefusals,
  ...senderIdentityRefusals,
  ...senderMailboxRefusals,
  ...sendingRefusals,
  ...sendingCareRefusals,
  ...sendingDomainRefusals,
  ...signatureRefusals,
  ...supportRefusals,
  ...suppressionRefusals,
  ...tableRefusals,
  ...trackingRefusals,
  ...usageRefusals,
  ...writingRefusals,
} as const

export type RefusalName = keyof typeof allRefusals
