import { randomUUID } from 'node:crypto'
import { plan } from '@goldpan/contract/accounts'
import { dollars } from '@goldpan/contract/plans'
import { plural } from '../features/operator/figures.ts'
import { OperatorError } from '../features/operator/operator-error.ts'
import { type Command, requireArgument } from './command.ts'

export const usage = [
  'grant-tokens <email> <tokens> --reason "…" [--key <once>]',
  'set-plan <email> test|free|basic|premium --reason "…"',
  'refund <payment id> --reason "…"',
]

export const commands: Record<string, Command> = {
  async 'grant-tokens'(deps, [email, tokens], options) {
    const reason = requireArgument(options.reason, '--reason "…"')
    const { operator } = deps
    const key = options.key ?? randomUUID()
    const after = await deps.grantTokens(requireArgument(email, 'an email address'), Number(tokens), {
      operator,
      reason,
      key,
    })
    return [`${email} now has ${plural(after.tokens, 'token')}`]
  },
  async 'set-plan'(deps, [email, wanted], options) {
    const reason = requireArgument(options.reason, '--reason "…"')
    const parsed = plan.safeParse(wanted)
    if (!parsed.success) throw new OperatorError('The plan must be one of test, free, basic, premium.')
    const { before, hasSubscription } = await deps.setPlan(
      requireArgument(email, 'an email address'),
      parsed.data,
      { operator: deps.operator, reason },
    )
    const warning =
      'A paid subscription is active: it is still charged, and its next change overwrites this plan.'
    return [`${email} was on ${before} and is now on ${parsed.data}`, ...(hasSubscription ? [warning] : [])]
  },
  async refund(deps, [paymentId], options) {
    const reason = requireArgument(options.reason, '--reason "…"')
    const { cents, tokensTaken } = await deps.refund(requireArgument(paymentId, 'the id of a payment'), {
      operator: deps.operator,
      reason,
    })
    return [`Refunded ${dollars(cents)} and took back ${plural(tokensTaken, 'token')}`]
  },
}
