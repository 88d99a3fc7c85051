import { plan as planName } from '@goldpan/contract/accounts'
import { dollars } from '@goldpan/contract/plans'
import { describeCaps } from '../features/billing/account-caps.ts'
import { isPaying } from '../features/billing/operator-billing.ts'
import type { ListedEntry } from '../features/operator/audit-log.ts'
import { plural, withShare } from '../features/operator/figures.ts'
import type { ListedUser, UsersWanted } from '../features/operator/operator-accounts.ts'
import { OperatorError } from '../features/operator/operator-error.ts'
import { type Command, type Options, readNumber, requireArgument } from './command.ts'

export const usage = [
  'users [--plan free] [--sent-over 1000] [--bounced-over 5] [--complained-over 0.1] [--inactive-days 90] [--suspended] [--search text] [--limit 50] [--page 2] [--json]',
  'user <email> [--json]',
  'suspend <email> --reason "…" [--yes]',
  'unsuspend <email> --reason "…"',
  'delete <email> --reason "…" --yes',
  'acts [<email>] [--limit 50] [--json]',
]

const LIMIT = 50
const LIMIT_MAX = 1000

export const commands: Record<string, Command> = {
  async users({ accounts }, _args, options) {
    const wanted = readFilter(options)
    const { users, next_page } = await accounts.list(wanted)
    if (options.json) return [JSON.stringify({ users, next_page }, null, 2)]
    if (users.length === 0) return ['No accounts']
    const next =
      next_page === null ? [] : [`More: npm run admin -- users ${describeFilter(options, next_page)}`]
    return [
      'Account, plan, and figures of the last 30 days, most mails first:',
      ...users.map(toLine),
      ...next,
    ]
  },

  async user(deps, [email], { json }) {
    const address = requireArgument(email, 'an email address')
    const account = await deps.accounts.describe(address)
    const seen = await deps.describeUser(address)
    if (json) return [JSON.stringify({ ...seen, ...account }, null, 2)]
    const { usage } = seen
    return [
      `${account.email}: plan ${seen.plan}, ${plural(seen.tokens, 'token')}${usage.tokens_enabled ? ', used automatically' : ''}`,
      ...(account.suspended_at
        ? [`Suspended since ${account.suspended_at}: ${account.suspension_reason}`]
        : ['Open']),
      `Signed up ${account.created_at}, last seen ${account.last_seen_at ?? 'never'}`,
      `In 30 days: ${describeFigures(account)}`,
      ...account.organizations.map(({ name, members }) => `Owns ${name}, ${plural(members, 'member')}`),
      `Searches ${usage.business_searches_count} of ${shown(usage.business_searches_limit)}, generations ${usage.email_generations_count} of ${shown(usage.email_generations_limit)}, emails ${usage.emails_sent_count} of ${shown(usage.emails_sent_limit)}, until ${usage.resets_at}`,
      ...(seen.own_caps.length > 0 ? [`Own limits: ${describeCaps(seen.own_caps)}`] : []),
      seen.subscription
        ? `Subscription ${seen.subscription.subscription_id}: ${seen.subscription.plan}, ${seen.subscription.status}, until ${seen.subscription.period_end}`
        : 'No subscription',
      ...seen.payments.map(
        ({ id, amount_cents, returned_cents, paid_at }) =>
          `Payment ${id}: ${dollars(amount_cents)} at ${paid_at}${returned_cents > 0 ? `, ${dollars(returned_cents)} refunded` : ''}`,
      ),
      ...(account.actions.length > 0
        ? ['Operator actions, newest first:', ...account.actions.map(describeEntry)]
        : []),
      'Ledger, newest first (time, what, units of the allowance, tokens, cause, note):',
      ...seen.ledger.map(
        ({ created_at, kind, usage_type, units, tokens, cause, note }) =>
          `${created_at}  ${kind} ${usage_type ?? ''}  ${units}  ${tokens > 0 ? '+' : ''}${tokens}  ${cause}  ${note ?? ''}`,
      ),
    ]
  },

  async suspend({ accounts, operator, ...deps }, [email], { reason, yes }) {
    const address = requireArgument(email, 'an email address')
    const audit = { operator, reason: requireArgument(reason, '--reason "…"') }
    const { hasChanged, organizations } = await accounts.suspend(address, {
      ...audit,
      isConfirmed: yes ?? false,
    })
    if (!hasChanged) return [`${address} is suspended already. Nothing was changed.`]
    const { subscription } = await deps.describeUser(address)
    return [
      `${address} is suspended: nothing is sent, gathered or written any more, and nobody can log in. Queued work is kept.`,
      ...organizations.map((name) => `The organization ${name} is suspended, too.`),
      ...(isPaying(subscription) ? ['A paid subscription is active: it is still charged.'] : []),
    ]
  },

  async unsuspend({ accounts, operator }, [email], { reason }) {
    const address = requireArgument(email, 'an email address')
    const audit = { operator, reason: requireArgument(reason, '--reason "…"') }
    const { hasChanged, organizations } = await accounts.unsuspend(address, audit)
    if (!hasChanged) return [`${address} is not suspended. Nothing was changed.`]
    return [
      `${address} is open again, and queued work resumes`,
      ...organizations.map((name) => `The organization ${name} is open again, too`),
    ]
  },

  async delete({ accounts, operator }, [email], { reason, yes }) {
    const address = requireArgument(email, 'an email address')
    const audit = { operator, reason: requireArgument(reason, '--reason "…"') }
    const { organizations } = await accounts.describeDeletion(address)
    const lost = [
      `the account ${address} with all its tables, prospects, campaigns, replies and files`,
      ...organizations.map(
        ({ name, members }) => `the organization ${name} with all its work (${plural(members, 'member')})`,
      ),
    ]
    if (!yes)
      return [
        'Nothing was deleted. This would delete, for good:',
        ...lost.map((line) => `- ${line}`),
        'An active subscription would be ended. Repeat the command with --yes to delete.',
      ]
    await accounts.delete(address, audit)
    return [
      'Nobody can log in any more. Being deleted in the background:',
      ...lost.map((line) => `- ${line}`),
    ]
  },

  async acts({ accounts }, [email], options) {
    const limit = readNumber(options, 'limit', { min: 1, max: LIMIT_MAX }) ?? LIMIT
    const entries = await accounts.listActions(email?.trim() || null, limit)
    if (options.json) return [JSON.stringify(entries, null, 2)]
    return entries.length > 0 ? entries.map(describeEntry) : ['No entries']
  },
}

const shown = (limit: number | null): string => String(limit ?? 'unlimited')

function readFilter(options: Options): UsersWanted {
  const { plan, search, suspended } = options
  const parsed = plan === undefined ? undefined : planName.safeParse(plan)
  if (parsed?.success === false)
    throw new OperatorError('The plan must be one of test, free, basic, premium.')
  const percent = { min: 0, max: 100, isWhole: false }
  const sentOver = readNumber(options, 'sent-over', { min: 0, max: 1_000_000_000 })
  const bouncedOver = readNumber(options, 'bounced-over', percent)
  const complainedOver = readNumber(options, 'complained-over', percent)
  const inactiveDays = readNumber(options, 'inactive-days', { min: 1, max: 36_500 })
  return {
    limit: readNumber(options, 'limit', { min: 1, max: LIMIT_MAX }) ?? LIMIT,
    page: readNumber(options, 'page', { min: 1, max: 1_000_000 }) ?? 1,
    ...(parsed && { plan: parsed.data }),
    ...(sentOver !== undefined && { sentOver }),
    ...(bouncedOver !== undefined && { bouncedOver }),
    ...(complainedOver !== undefined && { complainedOver }),
    ...(inactiveDays !== undefined && { inactiveDays }),
    ...(suspended && { isSuspended: true }),
    ...(search?.trim() && { search: search.trim() }),
  }
}

/** The options that show another page of the same list. */
function describeFilter({ page: _, ...options }: Options, next: number): string {
  const given = Object.entries(options).flatMap(([name, value]) => {
    if (value === undefined || value === false) return []
    return value === true ? [`--${name}`] : [`--${name} ${quote(value)}`]
  })
  return [...given, `--page ${next}`].join(' ')
}

const quote = (text: string) => (/^[\w.@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)

function toLine(user: ListedUser): string {
  const seen = user.last_seen_at ? `seen ${user.last_seen_at.slice(0, 10)}` : 'never seen'
  const end = user.suspended_at ? `  SUSPENDED: ${user.suspension_reason}` : ''
  return `${user.email}  ${user.plan}  ${describeFigures(user)}  ${seen}${end}`
}

const describeFigures = (user: ListedUser): string =>
  `${user.sent} sent, ${withShare(user.bounced, user)} bounced, ${withShare(user.complained, user)} complaints`

const describeEntry = ({ at, operator, action, subject, detail, reason }: ListedEntry): string =>
  [at, operator, action, subject, detail, reason].filter((part) => part !== null).join('  ')
