import { accountLimitRefusals } from './account-limits.ts'
import { accountRefusals } from './account-refusals.ts'
import { billingRefusals } from './billing.ts'
import { campaignRefusals } from './campaigns.ts'
import { commonRefusals } from './common.ts'
import { gatheringRefusals } from './gathering.ts'
import { importRefusals } from './imports.ts'
import { mailboxRefusals } from './mailbox.ts'
import { mailingListRefusals } from './mailing-list.ts'
import { organizationRefusals } from './organizations.ts'
import { prospectRefusals } from './prospects.ts'
import { removalRefusals } from './removals.ts'
import { replyRefusals } from './replies.ts'
import { reviewRefusals } from './review.ts'
import { searchRefusals } from './search.ts'
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

/** Every expected refusal of the product, by name. */
export const allRefusals = {
  ...commonRefusals,
  ...accountLimitRefusals,
  ...accountRefusals,
  ...billingRefusals,
  ...campaignRefusals,
  ...gatheringRefusals,
  ...importRefusals,
  ...mailboxRefusals,
  ...mailingListRefusals,
  ...organizationRefusals,
  ...prospectRefusals,
  ...removalRefusals,
  ...replyRefusals,
  ...reviewRefusals,
  ...searchRefusals,
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
