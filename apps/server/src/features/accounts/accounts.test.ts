import { accountRoutes } from '@goldpan/contract/accounts'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'

const { visitor, mail, drain, clock, query, app } = await startTestApp()

const form = {
  firstName: 'Ada',
  lastName: 'Pan',
  email: 'Ada@Shop.example',
  password: 'sieve-and-gravel',
  confirmPassword: 'sieve-and-gravel',
  acceptTerms: true as const,
  recaptchaToken: 'ok',
}

/** The newest letter's link of this type. */
async function readLink(
  to: string,
): Promise<{ token: string; type: 'signup' | 'recovery' | 'email_change' }> {
  await drain()
  const letter = mail.accepted.findLast((message) => message.envelope.to === to)
  const text = letter!.raw.toString('utf8').replace(/=\r\n/g, '').replace(/=3D/g, '=')
  const link = new URL(
    /http:\/\/localhost:3000\/auth\/confirm\?[^\s"]+/.exec(text)![0].replaceAll('&#38;', '&'),
  )
  return { token: link.searchParams.get('token')!, type: link.searchParams.get('type') as 'signup' }
}

const login = (password = form.password, email = form.email) =>
  visitor.call(accountRoutes.login, { body: { email, password, recaptchaToken: 'ok' } })

test('a sign-up returns the message and mails a confirmation link (ACC-25, ACC-28)', async () => {
  const { status, answer } = await visitor.call(accountRoutes.register, { body: form })
  expect(status).toBe(200)
  expect(answer.message).toBe('Registration successful! Please check your email to verify your account.')
  expect((await readLink(form.email)).type).toBe('signup')
})

test('a taken address is refused with 409 in any case (ACC-49, ACC-50, ACC-26)', async () => {
  const { status, refusal } = await visitor.call(accountRoutes.register, {
    body: { ...form, email: 'ADA@shop.EXAMPLE' },
  })
  expect(status).toBe(409)
  expect(refusal.message).toBe('An account with this email already exists')
})

test('an unconfirmed account is asked to verify its address', async () => {
  const { refusal } = await login()
  expect(refusal.message).toContain('verify')
})

test('a confirmation token works once and only within 24 hours (ACC-45, ACC-55, ACC-47)', async () => {
  const { token, type } = await readLink(form.email)
  clock.advance(23 * 3_600_000)
  expect((await visitor.call(accountRoutes.confirmEmail, { body: { token, type } })).status).toBe(200)
  expect((await visitor.call(accountRoutes.confirmEmail, { body: { token, type } })).status).toBe(410)
  expect((await visitor.call(accountRoutes.confirmEmail, { body: { token: 'foreign', type } })).status).toBe(
    400,
  )
})

test('differing passwords are reported before missing fields further down the form (ACC-21)', async () => {
  const body = { ...form, confirmPassword: 'another-sieve', acceptTerms: undefined, recaptchaToken: '' }
  const { status, refusal } = await visitor.call(accountRoutes.register, {
    body: body as unknown as typeof form,
  })
  expect([status, refusal.message]).toEqual([400, 'Passwords do not match'])
})

test('a confirmation without token or type says which is missing (ACC-42, ACC-43)', async () => {
  const confirm = async (body: object) =>
    (await visitor.call(accountRoutes.confirmEmail, { body: body as { token: string; type: 'signup' } }))
      .refusal
  expect(await confirm({ type: 'signup' })).toMatchObject({ message: 'No access token provided' })
  expect(await confirm({ token: 'x' })).toMatchObject({ message: 'No token type provided' })
  expect(await confirm({ token: 'x', type: '' })).toMatchObject({ message: 'No token type provided' })
})

test('login returns the user and an opaque cookie that is stored hashed (ACC-07, SESS-12, SESS-18, SESS-19)', async () => {
  const { answer, headers } = await login()
  expect(answer.user).toMatchObject({
    first_name: 'Ada',
    last_name: 'Pan',
    email: 'Ada@Shop.example',
    subscription_plan: 'free',
  })
  const cookie = String(headers['set-cookie'])
  expect(cookie).toMatch(/HttpOnly/)
  expect(cookie).toMatch(/SameSite=Lax/)
  const token = /goldpan_session=([^;]+)/.exec(cookie)![1]!
  expect(await query('select 1 from sessions where token_hash = $1', [token])).toEqual([])
  expect(await app.features.sessions.findUser(token)).not.toBeNull()
})

test('a readable cookie indicates the session and is removed with it (SESS-05, SESS-11)', async () => {
  const signOf = ({ headers }: { headers: Record<string, unknown> }) =>
    [headers['set-cookie']]
      .flat()
      .map(String)
      .find((cookie) => cookie.startsWith('goldpan_signed_in='))
  const given = signOf(await login())
  expect(given).toMatch(/^goldpan_signed_in=1; .*Path=\//)
  expect(given).not.toMatch(/HttpOnly/)
  const gone = /goldpan_signed_in=;.*1970/
  expect(signOf(await visitor.call(accountRoutes.logout))).toMatch(gone)
  expect(signOf(await visitor.call(accountRoutes.refresh, { body: {} }))).toMatch(gone)
})

test('login distinguishes an unknown account from a wrong password (ACC-51)', async () => {
  expect((await login('wrong-wrong')).refusal.message).toContain('incorrect password')
  expect((await login('wrong-wrong', 'nobody@shop.example')).refusal.message).toContain('no account')
})

test('logins beyond the limit of an address are refused with 429 and Retry-After (ACC-53)', async () => {
  const tries = await Promise.all(
    Array.from({ length: 12 }, () => login('wrong-wrong', 'victim@shop.example')),
  )
  const refused = tries.filter((answer) => answer.status === 429)
  expect(refused).toHaveLength(2)
  expect(refused[0]!.refusal.message).toContain('too many requests')
  expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(0)
})

test('a reset request answers the same for unknown and known addresses (ACC-16, ACC-54)', async () => {
  const known = await visitor.call(accountRoutes.requestReset, { body: { email: form.email } })
  const unknown = await visitor.call(accountRoutes.requestReset, { body: { email: 'nobody@shop.example' } })
  expect([known.status, known.answer]).toEqual([unknown.status, unknown.answer])
})

test('a newer reset token revokes the older; an update works once and ends every session (ACC-35, ACC-56, ACC-57)', async () => {
  const older = await readLink(form.email)
  const session = String((await login()).headers['set-cookie']).match(/goldpan_session=([^;]+)/)![1]!
  clock.advance(1_000)
  await visitor.call(accountRoutes.requestReset, { body: { email: form.email } })
  const newer = await readLink(form.email)
  const update = (accessToken: string) =>
    visitor.call(accountRoutes.updatePassword, { body: { password: 'another-sieve', accessToken } })
  expect((await update(older.token)).status).toBe(400)
  expect((await update(newer.token)).answer.message).toBe('Password updated successfully. Please log in.')
  expect((await update(newer.token)).status).toBe(410)
  expect(await app.features.sessions.findUser(session)).toBeNull()
  expect((await login('another-sieve')).status).toBe(200)
})

test('a changed password is reported to its owner by mail', async () => {
  clock.advance(60_000)
  await visitor.call(accountRoutes.requestReset, { body: { email: form.email } })
  const { token } = await readLink(form.email)
  await visitor.call(accountRoutes.updatePassword, {
    body: { password: 'a-third-sieve', accessToken: token },
  })
  await drain()
  const letter = mail.accepted.findLast(({ envelope }) => envelope.to === form.email)!
  expect(letter.raw.toString()).toContain('Subject: Your password was changed')
  expect((await login('a-third-sieve')).status).toBe(200)
})

test('a session ends after 30 days without use and after 90 days at most (SESS-20)', async () => {
  const [user] = await query<{ id: string }>("select id from users where email = 'Ada@Shop.example'")
  const owner = user!.id as never
  const day = 86_400_000
  const idle = await app.features.sessions.start(app.database.db, owner, null)
  clock.advance(31 * day)
  expect(await app.features.sessions.findUser(idle)).toBeNull()
  const used = await app.features.sessions.start(app.database.db, owner, null)
  for (let month = 0; month < 3; month++) {
    clock.advance(29 * day)
    expect(await app.features.sessions.renew(used)).not.toBeNull()
  }
  clock.advance(4 * day)
  expect(await app.features.sessions.renew(used)).toBeNull()
})

test('common passwords are refused', async () => {
  const body = {
    ...form,
    email: 'other@shop.example',
    password: 'password123',
    confirmPassword: 'password123',
  }
  expect((await visitor.call(accountRoutes.register, { body })).refusal.message).toBe(
    'This password is too easy to guess. Please choose another.',
  )
})
