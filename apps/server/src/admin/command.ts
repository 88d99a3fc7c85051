import type { Database } from '../db/database.ts'
import type { OwnerId } from '../db/owner.ts'
import type { AccountCaps } from '../features/billing/account-caps.ts'
import type { OperatorDesk } from '../features/billing/operator-desk.ts'
import type { AccountsDesk } from '../features/operator/accounts-desk.ts'
import type { FailedJobs } from '../features/operator/failed-jobs.ts'
import type { Operator, OperatorActs } from '../features/operator/operator-acts.ts'
import { OperatorError } from '../features/operator/operator-error.ts'
import type { SendingDesk } from '../features/operator/sending-desk.ts'
import type { Support } from '../features/support/support.ts'
import type { Writing } from '../features/writing/writing.ts'
import type { ExcludedSites } from '../providers/crawling/port.ts'

/** The dependencies of commands. */
export type Desk = OperatorDesk &
  AccountCaps & {
    db: Database
    /** The day of product time in UTC. */
    today: () => string
    /** The operator's name in the audit log. */
    operator: Operator
    acts: Pick<OperatorActs, 'record'>
    accounts: AccountsDesk
    jobs: FailedJobs
    support: Support
    sites: ExcludedSites
    sending: SendingDesk
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
  yes: { type: 'boolean' },
  version: { type: 'boolean' },
  plan: { type: 'string' },
  'sent-over': { type: 'string' },
  'bounced-over': { type: 'string' },
  'complained-over': { type: 'string' },
  'inactive-days': { type: 'string' },
  suspended: { type: 'boolean' },
  search: { type: 'string' },
  limit: { type: 'string' },
  page: { type: 'string' },
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

type NumberOption = {
  [Name in keyof Options]-?: Options[Name] extends string | undefined ? Name : never
}[keyof Options]

/** The number of an option within these limits, or undefined if it isn't given. */
export function readNumber(
  options: Options,
  name: NumberOption,
  { min, max, isWhole = true }: { min: number; max: number; isWhole?: boolean },
): number | undefined {
  const text = options[name]
  if (text === undefined) return undefined
  const value = text.trim() === '' ? Number.NaN : Number(text)
  if (!(value >= min && value <= max) || (isWhole && !Number.isInteger(value)))
    throw new OperatorError(`--${name} must be a ${isWhole ? 'whole ' : ''}number from ${min} to ${max}.`)
  return value
}

/** For commands that act on the installation. */
export const recordAct = (
  { acts, operator }: Pick<Desk, 'acts' | 'operator'>,
  tx: Parameters<OperatorActs['record']>[0],
  act: { act: string; account?: OwnerId | null; subject?: string; detail?: string; reason?: string },
): Promise<void> => acts.record(tx, { account: null, subject: null, ...act, operator })
