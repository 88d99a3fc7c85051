import type { FailedWork } from '../features/operator/failed-jobs.ts'
import { OperatorError } from '../features/operator/operator-error.ts'
import { type Command, requireArgument } from './command.ts'

export const usage = ['jobs [--json]', 'jobs retry <id> [--reason "…"]', 'jobs cancel <id> --reason "…"']

export const commands: Record<string, Command> = {
  async jobs({ jobs, operator }, [wanted = 'list', id], { reason, json }) {
    if (wanted === 'retry') {
      const act = { operator, ...(reason && { reason }) }
      return [`Is tried again: ${await jobs.retry(requireArgument(id, 'the id of a job'), act)}`]
    }
    if (wanted === 'cancel') {
      const act = { operator, reason: requireArgument(reason, '--reason "…"') }
      return [`Given up: ${await jobs.cancel(requireArgument(id, 'the id of a job'), act)}`]
    }
    if (wanted !== 'list') throw new OperatorError('Please write jobs, jobs retry <id> or jobs cancel <id>.')
    const found = await jobs.list()
    if (json) return [JSON.stringify(found, null, 2)]
    if (found.jobs.length === 0) return ['Nothing failed']
    return [
      'What failed, newest first:',
      ...found.jobs.flatMap(describe),
      ...(found.has_more ? [`More failed; these are the newest ${found.jobs.length}.`] : []),
    ]
  },
}

const STATES = { failed: 'failed', retrying: 'is tried again', waiting: 'waits' }

function describe({ id, kind, state, account, reason, at, tries, next_at, advice }: FailedWork): string[] {
  const when = next_at ? `${at}, next try ${next_at}` : at
  const tried = tries === null ? [] : [`tried ${tries} ${tries === 1 ? 'time' : 'times'}`]
  const whose = account ? [`${account.email} (${account.id})`] : []
  return [
    [id, kind, `${STATES[state]} ${when}`, ...tried, ...whose].join('  '),
    `    ${reason}${advice ? ` ${advice}` : ''}`,
  ]
}
