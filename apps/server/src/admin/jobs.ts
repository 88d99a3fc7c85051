import { stateWords } from '../features/operator/failed-jobs.rules.ts'
import type { FailedWork } from '../features/operator/failed-jobs.ts'
import { plural } from '../features/operator/figures.ts'
import { OperatorError } from '../features/operator/operator-error.ts'
import { type Command, requireArgument } from './command.ts'

export const usage = ['jobs [--json]', 'jobs retry <id> [--reason "…"]', 'jobs cancel <id> --reason "…"']

export const commands: Record<string, Command> = {
  async jobs({ jobs, operator }, [wanted = 'list', id], { reason, json }) {
    if (wanted === 'retry') {
      const audit = { operator, ...(reason && { reason }) }
      return [`Queued again: ${await jobs.retry(requireArgument(id, 'the id of a job'), audit)}`]
    }
    if (wanted === 'cancel') {
      const audit = { operator, reason: requireArgument(reason, '--reason "…"') }
      return [`Cancelled: ${await jobs.cancel(requireArgument(id, 'the id of a job'), audit)}`]
    }
    if (wanted !== 'list') throw new OperatorError('Please write jobs, jobs retry <id> or jobs cancel <id>.')
    const found = await jobs.list()
    if (json) return [JSON.stringify(found, null, 2)]
    if (found.jobs.length === 0) return ['Nothing failed']
    return [
      'Failed work, newest first:',
      ...found.jobs.flatMap(describe),
      ...(found.has_more ? [`More failed; these are the newest ${found.jobs.length}.`] : []),
    ]
  },
}

function describe({ id, kind, state, account, reason, at, tries, next_at, advice }: FailedWork): string[] {
  const when = next_at ? `${at}, next at ${next_at}` : at
  const attempts = tries === null ? [] : [plural(tries, 'attempt')]
  const whose = account ? [`${account.email} (${account.id})`] : []
  return [
    [id, kind, `${stateWords[state]} since ${when}`, ...attempts, ...whose].join('  '),
    `    ${reason}${advice ? ` ${advice}` : ''}`,
  ]
}
