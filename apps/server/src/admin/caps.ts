import type { Cap } from '@goldpan/contract/plans'
import { type CapChanges, describeCaps } from '../features/billing/account-caps.ts'
import { OperatorError } from '../features/operator/operator-error.ts'
import { CAP_MAX } from '../plans-file.ts'
import { type Command, type Options, requireArgument } from './command.ts'

export const usage = [
  'set-caps <email> [--searches N|unlimited|plan] [--generations …] [--emails …] [--until YYYY-MM-DD] --reason "…"',
  'clear-caps <email> --reason "…"',
]

export const commands: Record<string, Command> = {
  async 'set-caps'(deps, [address], options) {
    const email = requireArgument(address, 'an email address')
    const reason = requireArgument(options.reason, '--reason "…"')
    const changes = readChanges(options)
    const until = readDay(options.until, deps.today())
    const caps = await deps.setCaps(email, changes, { until, reason, operator: deps.operator })
    return [`The limits of ${email} are now ${describeCaps(caps)}`]
  },
  async 'clear-caps'(deps, [address], options) {
    const email = requireArgument(address, 'an email address')
    const reason = requireArgument(options.reason, '--reason "…"')
    await deps.clearCaps(email, { reason, operator: deps.operator })
    return [`The limits of ${email} are now those of the plan`]
  },
}

function readChanges({ searches, generations, emails }: Options): CapChanges {
  const changes: CapChanges = {}
  if (searches !== undefined) changes.business_searches = readCap('--searches', searches)
  if (generations !== undefined) changes.email_generations = readCap('--generations', generations)
  if (emails !== undefined) changes.emails_sent = readCap('--emails', emails)
  if (Object.keys(changes).length === 0)
    throw new OperatorError('Please give --searches, --generations or --emails.')
  return changes
}

function readCap(name: string, given: string): Cap | 'plan' {
  if (given === 'plan') return 'plan'
  if (given === 'unlimited') return null
  const units = Number(given)
  if (!/^\d+$/.test(given) || units > CAP_MAX)
    throw new OperatorError(
      `${name} is '${given}', but it must be a whole number up to ${CAP_MAX.toLocaleString('en')}, 'unlimited', or 'plan' for the limit of the plan.`,
    )
  return units
}

/** A day in UTC that is not over yet, or null if none is given. */
function readDay(given: string | undefined, today: string): string | null {
  if (given === undefined) return null
  const at = new Date(`${given}T00:00:00Z`)
  if (
    !/^\d{4}-\d\d-\d\d$/.test(given) ||
    Number.isNaN(at.getTime()) ||
    at.toISOString().slice(0, 10) !== given
  )
    throw new OperatorError(`--until is '${given}', but it must be a day such as 2027-01-31.`)
  if (given < today) throw new OperatorError(`--until is ${given}, which is over.`)
  return given
}
