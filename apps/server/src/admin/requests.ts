import { supportState } from '@goldpan/contract/support'
import { OperatorError } from '../features/operator/operator-error.ts'
import { type Command, recordAction, requireArgument } from './command.ts'

export const usage = ['requests [open|answered|closed]', 'request <id> open|answered|closed']

export const commands: Record<string, Command> = {
  async requests({ support }, [wanted = 'open']) {
    const state = readState(wanted)
    const found = await support.listInState(state)
    if (found.length === 0) return [`No requests are ${state}`]
    return found.map(
      ({ id, created_at, priority, type, email, title }) =>
        `${id}  ${created_at}  ${priority} ${type}  ${email}  ${title}`,
    )
  },
  async request(deps, [id, wanted], { reason }) {
    const state = readState(requireArgument(wanted, 'the new state: open, answered or closed'))
    const request = requireArgument(id, 'the id of a request')
    const account = await deps.db.transaction(async (tx) => {
      const owner = await deps.support.setState(tx, request, state)
      const detail = `now ${state}`
      if (owner)
        await recordAction(deps, tx, {
          action: 'request',
          account: owner,
          subject: request,
          detail,
          ...(reason && { reason }),
        })
      return owner
    })
    if (!account)
      throw new OperatorError(`There is no request ${id}. 'npm run admin -- requests' lists them.`)
    return [`The request is now ${state}, as the sender sees on the Support page`]
  },
}

function readState(wanted: string) {
  const state = supportState.safeParse(wanted)
  if (!state.success) throw new OperatorError('The state must be one of open, answered, closed.')
  return state.data
}
