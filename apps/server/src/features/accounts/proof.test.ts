import { accountRoutes } from '@goldpan/contract/accounts'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { SESSION_COOKIE } from '../../http/session-gate.ts'
import { hashPassword } from './passwords.ts'

const { app, alice, bob, clock, mail, query, drain } = await startTestApp()

const password = 'sieve-and-gravel-7'
await query('update users set password_hash = $1', [await hashPassword(password)])

const move = (email: string) =>
  alice.call(accountRoutes.updateProfile, { body: { first_name: 'Alice', last_name: 'Tester', email } })
const leave = () => alice.call(accountRoutes.deleteAccount, { body: { confirmation: 'DELETE' } })
const prove = (given: string, who = alice) =>
  who.call(accountRoutes.provePassword, { body: { password: given } })
const choose = (current_password: string, chosen: string, who = alice) =>
  who.call(accountRoutes.changePassword, { body: { current_password, password: chosen } })
const hourLater = () => clock.advance(61 * 60_000)

test('soon after the login nobody is asked for the password again', async () => {
  expect((await move('next@customer.example')).status).toBe(200)
})

test('later a new address, and deleting the account, ask for the password again; a new name does not', async () => {
  hourLater()
  for (const { status, refusal } of [await move('other@customer.example'), await leave()])
    expect([status, refusal.code]).toEqual([403, 'accounts.password_needed'])
  expect((await move(alice.email)).status).toBe(200)
  await drain()
  expect(mail.accepted.some(({ envelope }) => envelope.to === 'other@customer.example')).toBe(false)
})

test('the password opens them for an hour, in that session alone', async () => {
  const other = await app.features.sessions.start(app.database.db, alice.id, 'another browser')
  hourLater()
  const wrong = await prove('sieve-and-gravel-8')
  expect([wrong.status, wrong.refusal.message]).toEqual([400, 'This password is incorrect'])
  expect((await move('third@customer.example')).status).toBe(403)
  expect((await prove(password)).status).toBe(200)
  expect((await move('third@customer.example')).status).toBe(200)
  const fromOther = await app.server.inject({
    method: 'POST',
    url: accountRoutes.deleteAccount.path,
    payload: { confirmation: 'DELETE' },
    cookies: { [SESSION_COOKIE]: other },
  })
  expect(fromOther.statusCode).toBe(403)
  hourLater()
  expect((await move('fourth@customer.example')).status).toBe(403)
})

test('a new password needs the present one, is none that everyone guesses, ends the other sessions and is told by mail', async () => {
  const other = await app.features.sessions.start(app.database.db, alice.id, 'another browser')
  expect((await choose('wrong', 'gravel-and-sieve-9')).refusal.code).toBe('accounts.password_differs')
  expect((await choose(password, 'trustno1')).refusal.code).toBe('accounts.password_common')
  expect((await choose(password, 'short')).refusal.message).toBe('Password must be at least 8 characters')
  expect((await choose(password, 'gravel-and-sieve-9')).status).toBe(200)
  const [kept, ended] = [
    await alice.call(accountRoutes.getProfile),
    await app.server.inject({
      url: accountRoutes.getProfile.path,
      cookies: { [SESSION_COOKIE]: other },
    }),
  ]
  expect([kept.status, ended.statusCode]).toEqual([200, 401])
  await drain()
  const letter = mail.accepted.findLast(({ envelope }) => envelope.to === alice.email)
  expect(letter?.raw.toString()).toMatch(/password/i)
  expect((await prove(password)).status).toBe(400)
  expect((await prove('gravel-and-sieve-9')).status).toBe(200)
})

test('passwords are guessed here no more often than at the login', async () => {
  const answers = []
  for (let n = 0; n < 11; n++) answers.push(await prove(`guess-${n}`, bob))
  expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(400), 429])
  expect(answers.at(-1)?.refusal.message).toBe('Too many wrong passwords. Please try again later.')
  expect((await choose(password, 'gravel-and-sieve-9', bob)).status).toBe(429)
})
