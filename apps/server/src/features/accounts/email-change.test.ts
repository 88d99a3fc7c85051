import { accountRoutes, DELETE_WORD } from '@goldpan/contract/accounts'
import PostalMime from 'postal-mime'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Customer, startTestApp } from '../../../test/harness.ts'
import { whileUserIsLocked } from '../../../test/while-locked.ts'
import { SESSION_COOKIE } from '../../http/session-gate.ts'
import { hashPassword } from './passwords.ts'

const testApp = await startTestApp()
const { app, bob, visitor, clock, createCustomer, mail, drain, query } = testApp
const password = 'sieve-and-gravel-7'
const password_hash = await hashPassword(password)

let last = 0
let ada: Customer
let newEmail: string
beforeEach(async () => {
  last += 1
  ada = await createCustomer(`Ada${last}`)
  newEmail = `new${last}@customer.example`
  await query('update users set password_hash = $2 where id = $1', [ada.id, password_hash])
})

async function readLetters(to: string) {
  await drain()
  const letters = mail.accepted.filter(({ envelope }) => envelope.to === to)
  return Promise.all(letters.map(({ raw }) => PostalMime.parse(raw)))
}

const subjectsTo = async (to: string) => (await readLetters(to)).map(({ subject }) => subject)

/** The token of the newest letter's link to this page. */
async function readToken(to: string, page: string): Promise<string> {
  const links = (await readLetters(to)).flatMap(
    ({ text = '' }) => text.match(/http:\/\/localhost:3000\/\S+/g) ?? [],
  )
  const newest = links.map((link) => new URL(link)).findLast(({ pathname }) => pathname === page)
  return newest!.searchParams.get('token')!
}

const ask = (email = newEmail) =>
  ada.call(accountRoutes.updateProfile, { body: { first_name: 'Ada', last_name: 'Tester', email } })
const changeToken = () => readToken(newEmail, '/auth/confirm')
const stopToken = () => readToken(ada.email, '/auth/stop-change')
const confirm = (token: string, who: Pick<Customer, 'call'> = ada) =>
  who.call(accountRoutes.confirmEmail, { body: { token, type: 'email_change' } })
const stop = (token: string) => visitor.call(accountRoutes.stopEmailChange, { body: { token } })
const reset = (accessToken: string, chosen = 'gravel-and-sieve-9') =>
  visitor.call(accountRoutes.updatePassword, { body: { password: chosen, accessToken } })
async function askReset() {
  await visitor.call(accountRoutes.requestReset, { body: { email: ada.email } })
  return readToken(ada.email, '/auth/confirm')
}
async function stateOf(who: Customer) {
  const rows = await query<{ email: string; pending_email: string | null }>(
    'select email, pending_email from users where id = $1',
    [who.id],
  )
  return [rows[0]!.email, rows[0]!.pending_email]
}
const refusalOf = async (call: Promise<{ status: number; refusal: { code: string } }>) => {
  const { status, refusal } = await call
  return [status, refusal.code]
}
async function countWaiting(): Promise<number> {
  const rows = await query(
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rows.length
}
/** A session in another browser of Ada's. */
async function logInElsewhere() {
  const cookies = {
    [SESSION_COOKIE]: await app.features.sessions.start(app.database.db, ada.id, 'elsewhere'),
  }
  return async () => (await app.server.inject({ url: accountRoutes.getProfile.path, cookies })).statusCode
}

test('the link of a change asks visitors to log in, refuses other accounts, and then works once', async () => {
  await ask()
  const token = await changeToken()
  expect(await refusalOf(confirm(token, visitor))).toEqual([401, 'accounts.signed_out'])
  expect((await confirm(token, visitor)).refusal.message).toBe(
    'Please log in with your old address to confirm the new one.',
  )
  expect(await refusalOf(confirm(token, bob))).toEqual([403, 'accounts.other_account'])
  expect(await stateOf(ada)).toEqual([ada.email, newEmail])
  expect((await confirm(token)).status).toBe(200)
  expect(await stateOf(ada)).toEqual([newEmail, null])
  expect(await refusalOf(confirm(token))).toEqual([410, 'accounts.token_used'])
})

test('of two accounts that confirm the same address concurrently, one gets it and the other is told it is taken', async () => {
  const eve = await createCustomer(`Eve${last}`)
  await ask()
  const hers = await changeToken()
  const first = await app.database.pool.connect()
  onTestFinished(() => first.release())
  await first.query('begin')
  await first.query('update users set email = $2 where id = $1', [eve.id, newEmail])
  const second = confirm(hers)
  await expect.poll(countWaiting).toBe(1)
  await first.query('commit')
  expect(await refusalOf(second)).toEqual([409, 'accounts.email_taken'])
  expect(await stateOf(ada)).toEqual([ada.email, newEmail])
})

test('a confirmed change revokes links to the old address, ends all other sessions and notifies the old address', async () => {
  const recovery = await askReset()
  const elsewhere = await logInElsewhere()
  await ask()
  await confirm(await changeToken())
  expect(await refusalOf(reset(recovery))).toEqual([400, 'accounts.token_unknown'])
  expect(await elsewhere()).toBe(401)
  expect((await ada.call(accountRoutes.getProfile)).status).toBe(200)
  expect((await subjectsTo(ada.email)).at(-1)).toBe('Your email address was changed')
})

test('a link mailed to a former address is refused, whatever happened since', async () => {
  const recovery = await askReset()
  await query('update users set email = $2 where id = $1', [ada.id, newEmail])
  expect(await refusalOf(reset(recovery))).toEqual([400, 'accounts.token_unknown'])
  await query('update users set email = $2, pending_email = $3 where id = $1', [ada.id, ada.email, newEmail])
  await ask()
  const change = await changeToken()
  await query("update users set pending_email = 'other@customer.example' where id = $1", [ada.id])
  expect(await refusalOf(confirm(change))).toEqual([400, 'accounts.token_unknown'])
})

test('a password reset cancels a change of address that somebody else asked for', async () => {
  await ask()
  const change = await changeToken()
  const stopping = await stopToken()
  expect((await reset(await askReset())).status).toBe(200)
  expect(await stateOf(ada)).toEqual([ada.email, null])
  ada = { ...(await createCustomer(`Ada${last}`)) }
  expect(await refusalOf(confirm(change))).toEqual([400, 'accounts.token_unknown'])
  expect(await refusalOf(stop(stopping))).toEqual([410, 'accounts.change_over'])
})

test.each([
  [
    'a changed password',
    () =>
      ada.call(accountRoutes.changePassword, {
        body: { current_password: password, password: 'gravel-and-sieve-9' },
      }),
  ],
  ['logging out the others', () => ada.call(accountRoutes.endOtherSessions)],
])('%s revokes every mailed link and the pending address', async (_, end) => {
  const recovery = await askReset()
  await ask()
  const change = await changeToken()
  expect((await end()).status).toBe(200)
  expect(await stateOf(ada)).toEqual([ada.email, null])
  expect(await refusalOf(confirm(change))).toEqual([400, 'accounts.token_unknown'])
  expect(await refusalOf(reset(recovery))).toEqual([400, 'accounts.token_unknown'])
  const open = await query(
    'select 1 from account_tokens where user_id = $1 and used_at is null and revoked_at is null',
    [ada.id],
  )
  expect(open).toEqual([])
})

test('the old address can stop a change, only by POST and once, which ends all sessions', async () => {
  await ask()
  const [change, stopping] = [await changeToken(), await stopToken()]
  const read = await app.server.inject({ url: `${accountRoutes.stopEmailChange.path}?token=${stopping}` })
  expect(read.statusCode).toBe(404)
  expect(await stateOf(ada)).toEqual([ada.email, newEmail])
  expect((await stop(stopping)).answer).toEqual({ email: ada.email, stopped_email: newEmail })
  expect(await stateOf(ada)).toEqual([ada.email, null])
  expect((await ada.call(accountRoutes.getProfile)).status).toBe(401)
  ada = await createCustomer(`Ada${last}`)
  expect(await refusalOf(confirm(change))).toEqual([400, 'accounts.token_unknown'])
  expect(await refusalOf(stop(stopping))).toEqual([410, 'accounts.change_over'])
})

test('a stop link is valid as long as its change and says when it is too late', async () => {
  await ask()
  const first = await stopToken()
  clock.advance(23 * 3_600_000)
  await query('update sessions set proved_at = $2 where user_id = $1', [ada.id, clock.now().toISOString()])
  await ask()
  const second = await stopToken()
  expect(second).not.toBe(first)
  expect(await refusalOf(stop(first))).toEqual([410, 'accounts.change_over'])
  clock.advance(23 * 3_600_000)
  expect((await stop(second)).status).toBe(200)

  ada = await createCustomer(`Ada${last}`)
  await ask()
  const late = await stopToken()
  await confirm(await changeToken())
  expect(await refusalOf(stop(late))).toEqual([409, 'accounts.change_confirmed'])
})

test('an expired, forged or wrong kind of stop link stops nothing', async () => {
  await ask()
  const stopping = await stopToken()
  const [id, proof] = stopping.split('.')
  const [other] = await query<{ id: string }>('select gen_random_uuid() as id')
  for (const forged of ['x', `${id}`, `${id}.`, `${id}.${proof}x`, `${other!.id}.${proof}`, `x.${proof}`])
    expect(await refusalOf(stop(forged))).toEqual([400, 'accounts.token_unknown'])
  expect(await stateOf(ada)).toEqual([ada.email, newEmail])
  clock.advance(25 * 3_600_000)
  expect(await refusalOf(stop(stopping))).toEqual([410, 'accounts.change_over'])
})

test('of a concurrent confirmation and stop, one wins', async () => {
  await ask()
  const [change, stopping] = [await changeToken(), await stopToken()]
  const [confirmed, stopped] = await Promise.all([confirm(change), stop(stopping)])
  expect([confirmed.status, stopped.status].filter((status) => status === 200)).toHaveLength(1)
  expect(await stateOf(ada)).toEqual([confirmed.status === 200 ? newEmail : ada.email, null])
})

test('a change requested while the password was being reset comes too late', async () => {
  const { status } = await whileUserIsLocked(testApp, ada.id, {
    call: () => ask(),
    change: 'delete from sessions where user_id = $1',
  })
  expect(status).toBe(401)
  expect(await stateOf(ada)).toEqual([ada.email, null])
})

test('a reset password wins over a concurrent change with the old one', async () => {
  const { status } = await whileUserIsLocked(testApp, ada.id, {
    call: () =>
      ada.call(accountRoutes.changePassword, {
        body: { current_password: password, password: 'gravel-and-sieve-9' },
      }),
    change: "update users set password_hash = 'of the reset' where id = $1",
  })
  expect(status).toBe(400)
  expect(await query('select password_hash from users where id = $1', [ada.id])).toEqual([
    { password_hash: 'of the reset' },
  ])
})

test('no link works for an account that is being deleted', async () => {
  const recovery = await askReset()
  await ask()
  const stopping = await stopToken()
  expect((await ada.call(accountRoutes.deleteAccount, { body: { confirmation: DELETE_WORD } })).status).toBe(
    200,
  )
  expect((await reset(recovery)).status).toBe(400)
  expect((await stop(stopping)).status).toBe(410)
})
