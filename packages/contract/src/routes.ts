import { accountRoutes } from './accounts.ts'
import { campaignRoutes } from './campaigns.ts'
import { gatheringRoutes } from './gathering.ts'
import { mailboxRoutes } from './mailbox.ts'
import { prospectRoutes } from './prospects.ts'
import { searchRoutes } from './search.ts'
import { sendingRoutes } from './sending.ts'
import { signatureRoutes } from './signatures.ts'
import { tableRoutes } from './tables.ts'
import { trackingRoutes } from './tracking.ts'
import { usageRoutes } from './usage.ts'
import { writingRoutes } from './writing.ts'

/** Every route of the product, by feature: what OpenAPI is printed from and what tests walk through. */
export const allRoutes = {
  accounts: accountRoutes,
  campaigns: campaignRoutes,
  gathering: gatheringRoutes,
  mailbox: mailboxRoutes,
  prospects: prospectRoutes,
  search: searchRoutes,
  sending: sendingRoutes,
  signatures: signatureRoutes,
  tables: tableRoutes,
  tracking: trackingRoutes,
  usage: usageRoutes,
  writing: writingRoutes,
}
