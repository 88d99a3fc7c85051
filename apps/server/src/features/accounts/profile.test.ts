import { accountRoutes } from '@goldpan/contract/accounts'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'

const { alice, bob, createCustomer, clock, mail, drain } = await startTestApp()

const change = (email: string, first_name = 'Alice') =>
  alice.call(accountRoutes.updateProfile, { body: { first_name, last_name: 'Tester', email } })

async function readLetters(to: string) {
  await drain()
  const letters = mail.accepted.filter(({ envelope }) => envelope.to === to)
  return Promise.all(letters.map(({ raw }) => PostalMime.parse(raw)))
}

async function readToken(to: string): Promise<string> {
  const text = (await readLetters(to)).at(-1)?.text ?? ''
  return new URL(/http:\/\/localhost:3000\/\S+/.exec(text)![0]).searchParams.get('token')!
}

const confirm = (token: string) =>
  alice.call(accountRoutes.confirmEmail, { body: { token, type: 'email_change' } })

test('a profile has first name, last name and email (SET-05)', async () => {
  const { status, answer } = await change(alice.email, 'Alicia')
  expect(status).toBe(200)
  expect(answer).toMatchObject({ first_name: 'Alicia', last_name: 'Tester', email: alice.email })
  expect((await alice.call(accountRoutes.getProfile)).answer).toMatchObject({ first_name: 'Alicia' })
})

test('a new address applies once confirmed, and the old one is notified (SET-13)', async () => {
  const { answer } = await change('new@customer.example')
  expect(answer).toMatchObject({ email: alice.email, pending_email: 'new@customer.example' })
  expect((await readLetters(alice.email)).map(({ subject }) => subject)).toEqual([
    'Your email address is about to change',
  ])
  const renamed = await change(alice.email, 'Ally')
  expect(renamed.answer).toMatchObject({ first_name: 'Ally', pending_email: 'new@customer.example' })
  expect((await confirm(await readToken('new@customer.example'))).status).toBe(200)
  expect((await alice.call(accountRoutes.getProfile)).answer).toMatchObject({
    email: 'new@customer.example',
    pending_email: null,
  })
})

test('a double click mails once; asking again later mails a new link and revokes the older', async () => {
  await Promise.all([change('later@customer.example'), change('later@customer.example')])
  await change('later@customer.example')
  const older = await readToken('later@customer.example')
  const count = (await readLetters('later@customer.example')).length
  clock.advance(60_000)
  await change('later@customer.example')
  expect(await readLetters('later@customer.example')).toHaveLength(count + 1)
  expect(count).toBe(1)
  expect((await confirm(older)).status).toBe(400)
})

test('a cancelled change can’t be confirmed', async () => {
  const token = await readToken('later@customer.example')
  const { answer } = await alice.call(accountRoutes.cancelEmailChange)
  expect(answer.pending_email).toBeNull()
  expect((await confirm(token)).status).toBe(400)
})

test('the profile does not reveal who has an account: same answer, different letter', async () => {
  const taken = await change(bob.email.toUpperCase())
  expect(taken.status).toBe(200)
  expect(taken.answer.pending_email).toBe(bob.email.toUpperCase())
  expect((await readLetters(bob.email)).map(({ subject }) => subject)).toEqual([
    'This address already has an account',
  ])
})

test.each([
  { first_name: ' ', last_name: 'x', email: 'a@b.example' },
  { first_name: 'x', last_name: '', email: 'a@b.example' },
  { first_name: 'x', last_name: 'x', email: '' },
])('a profile without a name or address is refused: %j', async (body) => {
  const { status, refusal } = await alice.call(accountRoutes.updateProfile, { body })
  expect([status, refusal.message]).toEqual([400, 'All fields are required'])
})

test.each(['a@b', `${'x'.repeat(320)}@shop.example`, 'a@b.example\nBcc: c@d.example', '<a@b.example>'])(
  'the address %j is refused',
  async (email) => {
    expect((await change(email)).status).toBe(400)
  },
)

test('Bob cannot see or change the profile of Alice (SESS-17)', async () => {
  const { answer } = await bob.call(accountRoutes.getProfile)
  expect(answer.email).toBe(bob.email)
})

test('an address gets five letters an hour from all accounts that want it', async () => {
  const wanted = 'wanted@customer.example'
  const people = await Promise.all(['Dan', 'Eve'].map(createCustomer))
  const answers = await Promise.all(
    Array.from({ length: 48 }, (_, n) =>
      people[n % 2]!.call(accountRoutes.updateProfile, {
        body: { first_name: 'Sam', last_name: 'Tester', email: wanted },
      }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(43)
  expect((await readLetters(wanted)).length).toBeLessThanOrEqual(5)
})
