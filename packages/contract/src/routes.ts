import { accountRoutes } from './accounts.ts'
import { activityRoutes } from './activity.ts'
import { answeringRoutes } from './answering.ts'
import { billingRoutes } from './billing.ts'
import { campaignRoutes } from './campaigns.ts'
import { followUpRoutes } from './follow-ups.ts'
import { gatheringRoutes } from './gathering.ts'
import { homeRoutes } from './home.ts'
import { importRoutes } from './imports.ts'
import { inboxRoutes } from './inbox.ts'
import { liveRoutes } from './live.ts'
import { mailboxRoutes } from './mailbox.ts'
import { mailingListRoutes } from './mailing-list.ts'
import { organizationRoutes } from './organizations.ts'
import { ownMailboxRoutes } from './own-mailboxes.ts'
import { prospectRoutes } from './prospects.ts'
import { provenanceRoutes } from './provenance.ts'
import { removalRoutes } from './removals.ts'
import { replyRoutes } from './replies.ts'
import { retentionRoutes } from './retention.ts'
import { reviewRoutes } from './review.ts'
import { searchRoutes } from './search.ts'
import { senderIdentityRoutes } from './sender-identity.ts'
import { senderMailboxRoutes } from './sender-mailbox.ts'
import { sendingRoutes } from './sending.ts'
import { sendingCareRoutes } from './sending-care.ts'
import { sendingDomainRoutes } from './sending-domain.ts'
import { signatureRoutes } from './signatures.ts'
import { supportRoutes } from './support.ts'
import { suppressionRoutes } from './suppressions.ts'
import { tableRoutes } from './tables.ts'
import { trackingRoutes } from './tracking.ts'
import { usageRoutes } from './usage.ts'
import { writingRoutes } from './writing.ts'

/** Every route of the product, by feature, for OpenAPI and tests. */
export const allRoutes = {
  accounts: accountRoutes,
  activity: activityRoutes,
  answering: answeringRoutes,
  billing: billingRoutes,
  campaigns: campaignRoutes,
  followUps: followUpRoutes,
  gathering: gatheringRoutes,
  imports: importRoutes,
  home: homeRoutes,
  mailbox: mailboxRoutes,
  mailingList: mailingListRoutes,
  inbox: inboxRoutes,
  live: liveRoutes,
  organizations: organizationRoutes,
  ownMailboxes: ownMailboxRoutes,
  prospects: prospectRoutes,
  removals: removalRoutes,
  replies: replyRoutes,
  provenance: provenanceRoutes,
  review: reviewRoutes,
  search: searchRoutes,
  retention: retentionRoutes,
  senderIdentity: senderIdentityRoutes,
  senderMailbox: senderMailboxRoutes,
  sending: sendingRoutes,
  sendingCare: sendingCareRoutes,
  sendingDomain: sendingDomainRoutes,
  signatures: signatureRoutes,
  support: supportRoutes,
  suppressions: suppressionRoutes,
  tables: tableRoutes,
  tracking: trackingRoutes,
  usage: usageRoutes,
  writing: writingRoutes,
}
