import { accountRefusals } from './accounts.ts'
import { commonRefusals } from './common.ts'
import { usageRefusals } from './usage.ts'

/** Every expected refusal of the product, by name. */
export const allRefusals = { ...commonRefusals, ...accountRefusals, ...usageRefusals } as const

export type RefusalName = keyof typeof allRefusals
