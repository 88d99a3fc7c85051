import { readFileSync } from 'node:fs'
import { ownMailboxRoutes as routes } from '@goldpan/contract/own-mailboxes'
import { senderMailboxRoutes } from '@goldpan/contract/sender-mailbox'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { PROVIDER_PASSWORD as password, startMailProvider } from '../../../test/mail-provider.ts'

let beforeLogin = async () => {}
const provider = await startMailProvider({ beforeLogin: () => beforeLogin() })
afterAll(() => provider.close())
const { port } = provider
const { app, alice, bob, clock, createCustomer, query } = await startTestApp({
  environment: { MAILBOX_ALLOW_PRIVATE: `localhost:${port}` },
})
const server = { host: 'localhost', port, security: 'starttls', username: 'pat' } as const
const form = { ...server, address: 'pat@own.example', name: 'Pat', is_used: true }
const save = (body: Record<string, unknown> = {}) =>
  alice.call(senderMailboxRoutes.save, { body: { ...form, ...body } })
const list = async () => (await alice.call(routes.list)).answer.mailboxes

test('what is saved here is the first mailbox, and what fails its test is saved, too (MBOX-53)', async () => {
  expect((await alice.call(senderMailboxRoutes.get)).answer.mailbox).toBeNull()
  const failing = await save({ password: 'wrong' })
  expect(failing.answer.mailbox?.check_error).toContain('refused the user name or password')
  expect(await list()).toMatchObject([
    { address: 'pat@own.example', state: 'needs_login', reads: 'nothing', imap: null, smtp: server },
  ])
  expect((await save({ password })).answer.mailbox?.check_error).toBeNull()
  expect(await list()).toMatchObject([{ address: 'pat@own.example', state: 'connected' }])
})

test('of several mailboxes the first one is answered for (MBOX-53)', async () => {
  clock.set(new Date(clock.now().getTime() + 1000).toISOString())
  const body = { address: 'second@own.example', password, smtp: server }
  expect((await alice.call(routes.add, { body })).status).toBe(200)
  expect((await alice.call(senderMailboxRoutes.get)).answer.mailbox?.address).toBe('pat@own.example')
  expect((await save({ address: 'second@own.example' })).refusal.code).toBe('mailboxes.exists')
  await alice.call(senderMailboxRoutes.remove)
  expect((await alice.call(senderMailboxRoutes.get)).answer.mailbox?.address).toBe('second@own.example')
  expect((await bob.call(senderMailboxRoutes.get)).answer.mailbox).toBeNull()
})

test('a test leaves a mailbox that is turned off as it is, and says when it was (MBOX-53)', async () => {
  const [mailbox] = await list()
  const params = { id: mailbox!.id }
  await alice.call(routes.update, { params, body: { state: 'off' } })
  clock.set(new Date(clock.now().getTime() + 60_000).toISOString())
  const tested = await alice.call(senderMailboxRoutes.test)
  const checked_at = clock.now().toISOString()
  expect(tested.answer.mailbox).toMatchObject({ checked_at, check_error: 'This mailbox is turned off.' })
  expect(await list()).toMatchObject([{ state: 'off' }])
  await alice.call(routes.update, { params, body: { state: 'connected' } })
  clock.set(new Date(clock.now().getTime() + 60_000).toISOString())
  await alice.call(routes.update, { params, body: { name: 'Patricia' } })
  expect((await alice.call(senderMailboxRoutes.get)).answer.mailbox?.checked_at).toBe(checked_at)
})

test('the address of a removed mailbox is refused in words, and 50 mailboxes do not matter (MBOX-53)', async () => {
  const ruth = await createCustomer('Ruth')
  const saveAs = (address: string, given?: string) =>
    ruth.call(senderMailboxRoutes.save, { body: { ...form, address, password: given } })
  await saveAs('ruth@own.example', password)
  await ruth.call(senderMailboxRoutes.remove)
  await saveAs('ruth2@own.example', password)
  const before = await saveAs('ruth@own.example')
  expect([before.status, before.refusal.code]).toEqual([409, 'mailboxes.exists'])
  await query(
    `insert into mailboxes (owner_id, kind, address, account, smtp, sealed_secret, reads, connected_at, updated_at)
     select $1, 'password', 'm' || n || '@hill.example', 'm', $2, '', 'nothing', now(), now() from generate_series(1, 49) n`,
    [ruth.id, server],
  )
  expect((await saveAs('ruth3@own.example')).answer.mailbox?.address).toBe('ruth3@own.example')
})

test('until what was saved is tested, nothing is sent from it', async () => {
  const eve = await createCustomer('Eve')
  const states: string[] = []
  beforeLogin = async () => {
    states.push(...(await eve.call(routes.list)).answer.mailboxes.map(({ state }) => state))
  }
  const saved = await eve.call(senderMailboxRoutes.save, {
    body: { ...form, address: 'eve@own.example', password },
  })
  beforeLogin = async () => {}
  expect(states).toEqual(['failing'])
  expect(saved.answer.mailbox?.check_error).toBeNull()
})

test('the stored password goes to no other host (MBOX-08, MBOX-53)', async () => {
  const moved = await save({ address: 'second@own.example', host: 'evil.example' })
  expect([moved.status, moved.refusal.code]).toEqual([400, 'sending.mailbox_password'])
})

async function takeOver(): Promise<void> {
  const migration = readFileSync(new URL('../../db/migrations/0014_mailboxes.sql', import.meta.url), 'utf8')
  await query(migration.slice(migration.indexOf('insert into mailboxes'), migration.indexOf('do $$')))
  await query('delete from sender_mailboxes')
}

test.each([
  {
    name: 'Otto',
    error: null,
    expected: { state: 'connected', sentence: expect.stringContaining('not read') },
  },
  {
    name: 'Oona',
    error: 'The mail server refused the user name or password: 535 no',
    expected: { state: 'needs_login' },
  },
  {
    name: 'Omar',
    error: 'mail.own.example could not be reached on port 587: timeout',
    expected: { state: 'failing' },
  },
])('a mailbox from before, last tested with $error (MBOX-53)', async ({ name, error, expected }) => {
  const old = await createCustomer(name)
  await query(
    `insert into sender_mailboxes (owner_id, address, name, host, port, security, username, sealed_password, is_used, check_error, checked_at, updated_at)
     values ($1, 'otto@own.example', 'Otto', 'localhost', $2, 'none', 'otto', 'sealed', true, $3, now(), now())`,
    [old.id, port, error],
  )
  await takeOver()
  await query('delete from sender_mailboxes where owner_id = $1', [old.id])
  expect((await old.call(routes.list)).answer.mailboxes).toMatchObject([
    { ...expected, daily_cap: 200, smtp: { ...server, username: 'otto' } },
  ])
  const due = await query('select 1 from mailboxes where owner_id = $1 and next_try_at <= now()', [old.id])
  expect(due).toHaveLength(expected.state === 'failing' ? 1 : 0)
})

test('a mailbox from before keeps its secret and its people, and reads nothing (MBOX-53)', async () => {
  const old = await createCustomer('Olga')
  const sealed = await app.ports.vault.seal('sender-mailbox', password)
  await query(
    `insert into sender_mailboxes (owner_id, address, name, host, port, security, username, sealed_password, is_used, updated_at)
     values ($1, 'olga@own.example', 'Olga', 'localhost', $2, 'starttls', 'olga', $3, true, now())`,
    [old.id, port, sealed],
  )
  await query(
    `insert into sending_paces (owner_id, daily_cap, gap_from_seconds, gap_to_seconds, window_days, window_from, window_to, time_zone, has_ramp, updated_at)
     values ($1, 900, 0, 0, '{1,2,3,4,5,6,7}', '00:00', '24:00', 'UTC', true, now())`,
    [old.id],
  )
  await takeOver()
  const [mailbox] = (await old.call(routes.list)).answer.mailboxes
  expect(mailbox).toMatchObject({
    kind: 'password',
    address: 'olga@own.example',
    smtp: { ...server, username: 'olga' },
    imap: null,
    reads: 'nothing',
    daily_cap: 500,
    has_ramp: false,
    state: 'connected',
  })
  const tested = await old.call(routes.test, { params: { id: mailbox!.id } })
  expect(tested.answer.sending).toBeNull()
  await old.call(routes.remove, { params: { id: mailbox!.id } })
  expect(await query('select 1 from sender_mailboxes where owner_id = $1', [old.id])).toEqual([])
})
