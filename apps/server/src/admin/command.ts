import type { AccountCaps } from '../features/billing/account-caps.ts'
import type { OperatorDesk } from '../features/billing/operator-desk.ts'
import type { Operator } from '../features/operator/operator-acts.ts'
import { OperatorError } from '../features/operator/operator-error.ts'
import type { InstallationEpoch } from '../features/sending/epoch.ts'
import type { Support } from '../features/support/support.ts'
import type { Writing } from '../features/writing/writing.ts'
import type { ExcludedSites } from '../providers/crawling/port.ts'

/** What commands work with. */
export type Desk = OperatorDesk &
  AccountCaps & {
    /** The person at this terminal, for the record of acts. */
    operator: Operator
    /** The day of product time in UTC. */
    today: () => string
    support: Support
    sites: ExcludedSites
    epoch: Pick<InstallationEpoch, 'lift'>
    /** Returns how many pauses were lifted. */
    liftPauses: (email: string, reason: string) => Promise<number>
  } & Pick<Writing, 'describeGenerations'>

/** The options of all commands, for `parseArgs`. */
export const optionTypes = {
  reason: { type: 'string' },
  key: { type: 'string' },
  json: { type: 'boolean' },
  searches: { type: 'string' },
  generations: { type: 'string' },
  emails: { type: 'string' },
  until: { type: 'string' },
} as const

export type Options = {
  [Name in keyof typeof optionTypes]?: (typeof optionTypes)[Name]['type'] extends 'boolean' ? boolean : string
}

/** Returns the lines to print. Throws an OperatorError to print its sentence and exit with 1. */
export type Command = (desk: Desk, args: string[], options: Options) => Promise<string[]>

export function requireArgument(value: string | undefined, what: string): string {
  if (!value?.trim()) throw new OperatorError(`Please give ${what}. 'npm run admin' lists the commands.`)
  return value.trim()
}
