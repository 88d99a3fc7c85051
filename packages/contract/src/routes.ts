import { accountRoutes } from './accounts.ts'
import { campaignRoutes } from './campaigns.ts'
import { gatheringRoutes } from './gathering.ts'
import { prospectRoutes } from './prospects.ts'
import { searchRoutes } from './search.ts'
import { signatureRoutes } from './signatures.ts'
import { tableRoutes } from './tables.ts'
import { usageRoutes } from './usage.ts'
import { writingRoutes } from './writing.ts'

/** Every route of the product, by feature: what OpenAPI is printed from and what tests walk through. */
export const allRoutes = {
  accounts: accountRoutes,
  campaigns: campaignRoutes,
  gathering: gatheringRoutes,
  prospects: prospectRoutes,
  search: searchRoutes,
  signatures: signatureRoutes,
  tables: tableRoutes,
  usage: usageRoutes,
  writing: writingRoutes,
}
