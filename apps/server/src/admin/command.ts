import type { Db } from '../db/database.ts'
import type { AuditEntry } from '../features/operator/audit-log.ts'
import { OperatorError } from '../features/operator/operator-error.ts'
import type { CommandDeps } from './command-deps.ts'

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
export type Command = (deps: CommandDeps, args: string[], options: Options) => Promise<string[]>

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

/** For commands whose change has no operation that records it. */
export const recordAction = (
  { auditLog, operator }: Pick<CommandDeps, 'auditLog' | 'operator'>,
  tx: Db,
  entry: Partial<AuditEntry> & { action: string },
): Promise<void> => auditLog.record(tx, { account: null, subject: null, ...entry, operator })
