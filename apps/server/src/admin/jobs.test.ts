import { expect, test } from 'vitest'
import { startTestApp } from '../../test/harness.ts'
import { OperatorError } from '../features/operator/operator-error.ts'
import type { Options } from './command.ts'
import { createCommandDeps } from './command-deps.ts'
import { commands } from './jobs.ts'

const { alice, app, clock, query } = await startTestApp()
const deps = createCommandDeps(app, 'sam@mail1 (terminal)')
const run = (args: string[], options: Options = {}) => commands.jobs!(deps, args, options)

test('failed work is listed for people and as JSON, retried and cancelled', async () => {
  expect(await run([])).toEqual(['Nothing failed'])
  const at = new Date(clock.now().getTime() - 30 * 60_000).toISOString()
  const [mail] = await query<{ id: string }>(
    `insert into inbound_messages (owner_id, envelope_to, raw, raw_hash, received_at, attempts, error)
     values ($1, 'x@reply.test.example', 'secret words', 'h', $2, 5, 'Error: broken') returning id`,
    [alice.id, at],
  )
  expect(await run([])).toEqual([
    'Failed work, newest first:',
    `${mail!.id}  Incoming mail  Failed since ${at}  5 attempts  ${alice.email} (${alice.id})`,
    '    Error: broken',
  ])
  const [json] = await run([], { json: true })
  expect(JSON.parse(json!)).toMatchObject({ jobs: [{ id: mail!.id, account: { email: alice.email } }] })
  expect(json).not.toContain('secret words')

  expect(await run(['retry', mail!.id])).toEqual(['Queued again: Incoming mail'])
  await query('update inbound_messages set attempts = 5')
  await expect(run(['cancel', mail!.id])).rejects.toThrow('--reason')
  expect(await run(['cancel', mail!.id], { reason: 'Broken' })).toEqual(['Cancelled: Incoming mail'])

  expect(await run(['list'])).toEqual(['Nothing failed'])
  expect(await query('select operator, act, reason from operator_acts order by act desc')).toEqual([
    { operator: 'sam@mail1 (terminal)', act: 'retry-job', reason: null },
    { operator: 'sam@mail1 (terminal)', act: 'cancel-job', reason: 'Broken' },
  ])
})

test.each([['retry'], ['retry', 'none'], ['explode']])('jobs %s %s is explained', async (...args) => {
  await expect(run(args)).rejects.toThrow(OperatorError)
})
