import { accountRoutes } from '@goldpan/contract/accounts'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'

const one = await startTestApp()
const two = await startTestApp({ databaseUrl: one.databaseUrl })
const { visitor, mail, drain, query } = one

const form = {
  firstName: 'Ada',
  lastName: 'Pan',
  email: 'ada@shop.example',
  password: 'sieve-and-gravel',
  confirmPassword: 'sieve-and-gravel',
  acceptTerms: true as const,
  recaptchaToken: 'ok',
}
const register = (changes: Partial<typeof form>) =>
  visitor.call(accountRoutes.register, { body: { ...form, ...changes } })
const login = (app: typeof one, email: string) =>
  app.visitor.call(accountRoutes.login, { body: { email, password: 'wrong-wrong', recaptchaToken: 'ok' } })
/** Of two concurrent sign-ups that differ in case, either may win. */
const lettersTo = (address: string) =>
  mail.accepted.filter(({ envelope }) => String(envelope.to).toLowerCase() === address.toLowerCase())
const textOf = (address: string) =>
  lettersTo(address).at(-1)!.raw.toString('utf8').replace(/=\r\n/g, '').replace(/=3D/g, '=')
const tokenIn = (letter: string) => /token=([\w-]+)/.exec(letter)![1]!

test.each([
  ['320 characters', `${'a'.repeat(64)}@${'b'.repeat(251)}.com`],
  ['a second header', 'ada@shop.example\r\nBcc: everyone@shop.example'],
  ['a unicode line separator', 'ada@shop.example\u2028Bcc: everyone@shop.example'],
  ['a null byte', 'ada\u0000@shop.example'],
  ['two recipients', 'ada@shop.example,bob@shop.example'],
  ['a name beside it', 'Ada <ada@shop.example>'],
  ['no domain', 'ada@'],
  ['a name that no mail server of ours may write to', 'jürg@bäckerei.example'],
  ['a domain of one letter', 'ada@shop.e'],
])('an address with %s is refused and gets no mail', async (_, email) => {
  const { status, refusal } = await register({ email })
  expect(status).toBe(400)
  expect(refusal.message).toBeTruthy()
  await drain()
  expect(mail.accepted).toHaveLength(0)
})

test('an international domain is stored and mailed in punycode, and can log in as typed', async () => {
  expect((await register({ email: '\u200bJurg@Bäckerei.example ' })).status).toBe(200)
  await drain()
  const [letter] = lettersTo('jurg@xn--bckerei-5wa.example')
  expect(letter?.envelope.to).toBe('Jurg@xn--bckerei-5wa.example')
  expect((await register({ email: 'jurg@xn--bckerei-5wa.example' })).status).toBe(409)
  await visitor.call(accountRoutes.confirmEmail, {
    body: { token: tokenIn(textOf('jurg@xn--bckerei-5wa.example')), type: 'signup' },
  })
  for (const email of ['jurg@bäckerei.example', 'JURG@BÄCKEREI.example', 'jurg@xn--bckerei-5wa.example'])
    expect((await login(one, email)).refusal.message, email).toContain('incorrect password')
})

test('an account with an address that is no longer allowed can log in and reset its password', async () => {
  const email = 'jürg@xn--bckerei-5wa.example'
  expect((await register({ email })).status).toBe(400)
  await register({ email: 'old@shop.example' })
  await query('update users set email = $1, email_confirmed_at = now() where email = $2', [
    email,
    'old@shop.example',
  ])
  const typed = 'jürg@bäckerei.example'
  const body = { email: typed, password: form.password, recaptchaToken: 'ok' }
  expect((await visitor.call(accountRoutes.login, { body })).status).toBe(200)
  expect((await visitor.call(accountRoutes.requestReset, { body: { email: typed } })).status).toBe(200)
  await drain()
  expect(lettersTo(email)).toHaveLength(1)
})

test.each([
  ['a line break', 'Ada\r\nBcc: everyone@shop.example'],
  ['markup', '<script>alert(1)</script>'],
  ['101 characters', 'A'.repeat(101)],
])('a name with %s is refused', async (_, firstName) => {
  expect((await register({ firstName })).status).toBe(400)
})

test('a password of 1,000 characters is refused at sign-up and just wrong at login', async () => {
  const password = 'p'.repeat(1000)
  const { status, refusal } = await register({ password, confirmPassword: password })
  expect([status, refusal.message]).toEqual([400, 'Password must be at most 200 characters long'])
  const tried = await visitor.call(accountRoutes.login, {
    body: { email: 'jürg@bäckerei.example', password, recaptchaToken: 'ok' },
  })
  expect(tried.refusal.message).toContain('incorrect password')
})

test('a sign-up clicked twice creates one account and one letter (ACC-49)', async () => {
  const answers = await Promise.all([register({}), register({}), register({ email: 'ADA@shop.example' })])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  await drain()
  expect(await query("select 1 from users where lower(email) = 'ada@shop.example'")).toHaveLength(1)
  expect(lettersTo('ada@shop.example')).toHaveLength(1)
})

test('a reset requested twice at once mails one link', async () => {
  const before = lettersTo(form.email).length
  const ask = () => visitor.call(accountRoutes.requestReset, { body: { email: form.email } })
  await Promise.all([ask(), ask()])
  await drain()
  expect(lettersTo(form.email)).toHaveLength(before + 1)
})

test('a token works only for its kind', async () => {
  const token = tokenIn(textOf(form.email))
  for (const type of ['signup', 'email_change'] as const)
    expect((await visitor.call(accountRoutes.confirmEmail, { body: { token, type } })).status).toBe(400)
})

test('login attempts are counted across web processes (ACC-53)', async () => {
  const tries = await Promise.all(
    Array.from({ length: 14 }, (_, index) => login(index % 2 === 0 ? one : two, 'victim@shop.example')),
  )
  expect(tries.filter(({ status }) => status === 429)).toHaveLength(4)
})

test('confirming a stranger’s sign-up with a new password locks the stranger out', async () => {
  const victim = 'victim-of-a-signup@shop.example'
  await register({ email: victim })
  await drain()
  const letter = textOf(victim)
  expect(letter).toContain('ignore this email')
  const logIn = (password: string) =>
    visitor.call(accountRoutes.login, { body: { email: victim, password, recaptchaToken: 'ok' } })
  await visitor.call(accountRoutes.confirmEmail, { body: { token: tokenIn(letter), type: 'signup' } })
  const session = (await logIn(form.password)).headers['set-cookie']
  await visitor.call(accountRoutes.requestReset, { body: { email: victim } })
  await drain()

  await visitor.call(accountRoutes.updatePassword, {
    body: { password: 'gravel-of-my-own', accessToken: tokenIn(textOf(victim)) },
  })

  expect((await logIn(form.password)).status).toBe(401)
  const asStranger = { url: accountRoutes.getProfile.path, headers: { cookie: String(session) } }
  expect((await one.app.server.inject(asStranger)).statusCode).toBe(401)
  expect((await logIn('gravel-of-my-own')).status).toBe(200)
})
