import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { supportRoutes } from '@goldpan/contract/support'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/harness.ts'
import { SECRET_KEY } from '../../test/secret-key.ts'
import { OperatorError } from '../features/operator/operator-error.ts'
import * as accounts from './accounts.ts'
import * as billing from './billing.ts'
import type { Options } from './command.ts'
import { createCommandDeps } from './command-deps.ts'
import * as requests from './requests.ts'
import * as sending from './sending.ts'
import * as sites from './sites.ts'

const { alice, bob, app, clock, drain, query, createCustomer, databaseUrl } = await startTestApp({
  environment: { OPERATOR_EMAIL: 'operator@goldpan.example' },
})

const deps = createCommandDeps(app, 'sam@mail1 (terminal)')
const commands = Object.assign(
  {},
  ...[accounts, billing, requests, sending, sites].map((one) => one.commands),
)

/** Runs a command and returns its lines. */
async function admin(name: string, args: string[] = [], options: Options = {}): Promise<string> {
  clock.advance(1000)
  return (await commands[name](deps, args, options)).join('\n')
}

const reason = 'Bought lists'

test('the terminal suspends, shows, opens and says when nothing changed', async () => {
  expect(await admin('suspend', [alice.email], { reason })).toContain('is suspended: nothing is sent')
  expect(await admin('suspend', [alice.email], { reason })).toContain(
    'suspended already. Nothing was changed',
  )
  const shown = await admin('user', [alice.email])
  expect(shown).toMatch(/Suspended since .*: Bought lists/)
  expect(shown).toContain('sam@mail1 (terminal)  suspend')
  expect(await admin('users', [], { suspended: true })).toContain('SUSPENDED: Bought lists')
  const explained = { reason: 'Explained' }
  expect(await admin('unsuspend', [alice.email], explained)).toContain('is open again')
  expect(await admin('unsuspend', [alice.email], explained)).toContain('Nothing was changed')
})

test('an unknown address and a missing reason are one sentence', async () => {
  const unknown = 'There is no account with the address nobody@shop.example.'
  for (const name of ['suspend', 'unsuspend', 'delete', 'user', 'acts'])
    await expect(admin(name, ['nobody@shop.example'], { reason })).rejects.toThrow(unknown)
  await expect(admin('suspend', [bob.email])).rejects.toThrow('Please give --reason "…".')
  expect(await query('select from users where suspended_at is not null')).toEqual([])
})

test('lists come in pages, say how to go on, and as JSON', async () => {
  const first = await admin('users', [], { limit: '1', search: 'customer.example' })
  expect(first.split('\n').at(-1)).toBe(
    'More: npm run admin -- users --limit 1 --search customer.example --page 2',
  )
  const second = JSON.parse(await admin('users', [], { limit: '1', page: '2', json: true }))
  expect(second).toMatchObject({ users: [{ sent: 0 }], next_page: null })
  const listed = [first.split('\n')[1]!.split('  ')[0], second.users[0].email]
  expect(listed.toSorted()).toEqual([alice.email, bob.email])
  const wrong = admin('users', [], { 'bounced-over': 'many' })
  await expect(wrong).rejects.toThrow('--bounced-over must be a number from 0 to 100.')
  await expect(admin('users', [], { plan: 'gold' })).rejects.toThrow(OperatorError)
})

test('a deletion says what it would delete, and deletes with --yes', async () => {
  const gone = await createCustomer('Leaver')
  const asked = await admin('delete', [gone.email], { reason })
  expect(asked).toContain('Nothing was deleted. This would delete')
  expect(asked).toContain('--yes')
  await drain()
  expect(await query('select from users where id = $1', [gone.id])).toHaveLength(1)
  expect(await admin('delete', [gone.email], { reason, yes: true })).toContain('Being deleted')
  await drain()
  await expect(admin('user', [gone.email])).rejects.toThrow('There is no account')
})

test('every command that changes something is recorded with who and why', async () => {
  const form = { title: 'Help', description: 'Please', type: 'bug', priority: 'low' } as const
  const { answer } = await bob.call(supportRoutes.send, { body: form, file: null })
  await query(
    `insert into sending_pauses (owner_id, kind, sentence, at) values ($1, 'complaints', 'Paused.', now())`,
    [bob.id],
  )
  await query(`insert into installation_holds (sentence, at) values ('Held.', now())`)
  await query('delete from operator_acts')
  const outage = { reason: 'Outage', key: 'once' }
  await admin('grant-tokens', [bob.email, '5'], outage)
  await admin('grant-tokens', [bob.email, '5'], outage)
  await admin('set-plan', [bob.email, 'basic'], { reason: 'Partner' })
  await admin('lift-pause', [bob.email], { reason: 'Cleaned' })
  await admin('lift-pause', [bob.email], { reason: 'Again' })
  await admin('request', [answer.request.id, 'answered'])
  await admin('exclude-site', ['https://bakery.example/'], { reason: 'Asked' })
  await admin('readmit-site', ['https://www.bakery.example/contact'])
  await admin('resume-sending', [], { reason: 'Compared the logs' })
  await admin('resume-sending')
  const entries = JSON.parse(await admin('acts', [], { json: true })) as Record<string, string | null>[]
  expect(entries.every(({ operator }) => operator === 'sam@mail1 (terminal)')).toBe(true)
  expect(
    entries.map(({ action, subject, detail, reason: why }) => [action, subject, detail, why]).toReversed(),
  ).toEqual([
    ['grant-tokens', bob.email, '5 tokens', 'Outage'],
    ['set-plan', bob.email, 'from premium to basic', 'Partner'],
    ['lift-pause', bob.email, null, 'Cleaned'],
    ['request', answer.request.id, 'now answered', null],
    ['exclude-site', 'bakery.example', null, 'Asked'],
    ['readmit-site', 'bakery.example', null, null],
    ['resume-sending', null, null, 'Compared the logs'],
  ])
  expect((await admin('acts', [bob.email])).split('\n'), 'those of the account').toHaveLength(4)
  expect(await admin('acts', [alice.email])).not.toContain('grant-tokens')
})

test('an error is one line and exit code 1, and a reader that has seen enough is no error', async () => {
  const cli = `"${process.execPath}" "${join(import.meta.dirname, '../admin-cli.ts')}"`
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl, SECRET_KEY }
  const run = (script: string) => promisify(execFile)('bash', ['--norc', '-c', script], { env })
  const [unknown, closed] = await Promise.all([
    run(`${cli} suspend nobody@shop.example --reason x; echo $?`),
    run(`${cli} user ${bob.email} | true; echo "\${PIPESTATUS[0]}"`),
  ])
  expect([unknown.stdout.trim(), closed.stdout.trim()]).toEqual(['1', '0'])
  expect(unknown.stderr).toContain('There is no account with the address nobody@shop.example.\n')
  expect(closed.stderr).not.toContain('EPIPE')
})
