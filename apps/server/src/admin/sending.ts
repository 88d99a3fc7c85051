import { OperatorError } from '../features/operator/operator-error.ts'
import { systemClock } from '../providers/clock/system.ts'
import { type Command, requireArgument } from './command.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export const usage = ['lift-pause <email> --reason "…"', 'resume-sending [--reason "…"]', 'texts [days]']

export const commands: Record<string, Command> = {
  async 'lift-pause'(deps, [wanted], options) {
    const reason = requireArgument(options.reason, '--reason "…"')
    const email = requireArgument(wanted, 'an email address')
    const account = await deps.findUser(email)
    const lifted = await deps.sending.liftPauses({ account, email }, { operator: deps.operator, reason })
    return [lifted > 0 ? `${email} can send again` : `Sending of ${email} was not paused`]
  },
  async 'resume-sending'({ sending, operator }, _args, { reason }) {
    const isLifted = await sending.resumeSending({ operator, ...(reason && { reason }) })
    return [isLifted ? 'Sending resumed' : 'Sending was not held']
  },
  async texts(deps, [days = '30']) {
    const span = Number(days)
    if (!Number.isInteger(span) || span < 1 || span > 3650)
      throw new OperatorError('The number of days must be a whole number from 1 to 3650.')
    const since = new Date(systemClock.now().getTime() - span * DAY_MS).toISOString()
    const lines = await deps.describeGenerations(since)
    return [`Texts written in the last ${span} days:`, ...(lines.length > 0 ? lines : ['none'])]
  },
}
