import { dollars } from '@goldpan/contract/plans'
import { describeCaps } from '../features/billing/account-caps.ts'
import { type Command, requireArgument } from './command.ts'

export const usage = ['user <email> [--json]']

export const commands: Record<string, Command> = {
  async user(desk, [email], { json }) {
    const seen = await desk.describeUser(requireArgument(email, 'an email address'))
    if (json) return [JSON.stringify(seen, null, 2)]
    const { usage } = seen
    return [
      `${email}: plan ${seen.plan}, ${seen.tokens} tokens${usage.tokens_enabled ? ', used automatically' : ''}`,
      `Searches ${usage.business_searches_count} of ${shown(usage.business_searches_limit)}, generations ${usage.email_generations_count} of ${shown(usage.email_generations_limit)}, emails ${usage.emails_sent_count} of ${shown(usage.emails_sent_limit)}, until ${usage.resets_at}`,
      ...(seen.own_caps.length > 0 ? [`Own limits: ${describeCaps(seen.own_caps)}`] : []),
      seen.subscription
        ? `Subscription ${seen.subscription.subscription_id}: ${seen.subscription.plan}, ${seen.subscription.status}, until ${seen.subscription.period_end}`
        : 'No subscription',
      ...seen.payments.map(
        ({ id, amount_cents, returned_cents, paid_at }) =>
          `Payment ${id}: ${dollars(amount_cents)} at ${paid_at}${returned_cents > 0 ? `, ${dollars(returned_cents)} refunded` : ''}`,
      ),
      'Ledger, newest first (time, what, units of the allowance, tokens, cause, note):',
      ...seen.ledger.map(
        ({ created_at, kind, usage_type, units, tokens, cause, note }) =>
          `${created_at}  ${kind} ${usage_type ?? ''}  ${units}  ${tokens > 0 ? '+' : ''}${tokens}  ${cause}  ${note ?? ''}`,
      ),
    ]
  },
}

const shown = (limit: number | null): string => String(limit ?? 'unlimited')
