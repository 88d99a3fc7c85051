import { accountRoutes } from './accounts.ts'
import { usageRoutes } from './usage.ts'

/** Every route of the product, by feature: what OpenAPI is printed from and what tests walk through. */
export const allRoutes = { accounts: accountRoutes, usage: usageRoutes }
