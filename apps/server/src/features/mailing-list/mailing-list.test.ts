import { mailingListRoutes } from '@goldpan/contract/mailing-list'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'

const { visitor, mail, drain, clock, query } = await startTestApp({
  environment: { POSTAL_ADDRESS: 'Operator & Co\n9 Ledger Road' },
})

const DAY_MS = 86_400_000

const subscribe = (email: string, name: string | null = null) =>
  visitor.call(mailingListRoutes.subscribe, {
    body: { email, name, companyName: 'Golden Oven', recaptchaToken: 'ok' },
  })
const confirm = (token: string) => visitor.call(mailingListRoutes.confirm, { body: { token } })
const leave = (token: string) => visitor.call(mailingListRoutes.leave, { body: { token } })

async function readLetters(to: string) {
  await drain()
  const letters = mail.accepted.filter(({ envelope }) => envelope.to === to)
  return Promise.all(letters.map(({ raw }) => PostalMime.parse(raw)))
}

async function readLink(to: string, part: 'token' | 'leave'): Promise<URL> {
  const text = (await readLetters(to)).at(-1)?.text ?? ''
  const link = new URL(/http:\/\/localhost:3000\/\S+/.exec(text)![0])
  expect(link.searchParams.get(part)).toBeTruthy()
  return link
}

const stateOf = async (email: string) =>
  (
    await query<{ confirmed_at: string | null; unsubscribed_at: string | null }>(
      'select confirmed_at, unsubscribed_at from mailing_list_subscribers where lower(email) = lower($1)',
      [email],
    )
  ).map((row) => [row.confirmed_at !== null, row.unsubscribed_at !== null])

test('a visitor subscribes, confirms and leaves without an account (LIST-01, LIST-05, LIST-18)', async () => {
  const email = 'Reader@shop.example'
  expect((await subscribe(email, 'Rea')).status).toBe(200)
  expect(await stateOf(email)).toEqual([[false, false]])
  const link = await readLink(email, 'token')
  expect(link.pathname).toBe('/subscribe/success')
  expect((await confirm(link.searchParams.get('token')!)).answer.message).toBe('Subscription Confirmed')
  expect(await stateOf(email)).toEqual([[true, false]])
  const out = await readLink(email, 'leave')
  clock.advance(400 * DAY_MS)
  expect((await leave(out.searchParams.get('leave')!)).answer.message).toBe('Successfully Unsubscribed')
  expect(await stateOf(email)).toEqual([[true, true]])
})

test('the list’s mail has the operator’s postal address (IDENTITY-17)', async () => {
  await subscribe('curious@shop.example')
  const [letter] = await readLetters('curious@shop.example')
  expect(letter?.text).toContain('\n-- \nGoldpan\nOperator & Co\n9 Ledger Road\n')
  expect(letter?.html).toContain('Operator &#38; Co<br>9 Ledger Road</p></div></body></html>')
})

test('signing up again sends the link again, and an address is one subscriber (LIST-19)', async () => {
  const email = 'again@shop.example'
  await subscribe(email)
  await subscribe('AGAIN@shop.example')
  expect(await stateOf(email)).toHaveLength(1)
  const letters = await readLetters(email)
  expect(letters.map(({ subject }) => subject)).toEqual(Array(2).fill('Please confirm your subscription'))
})

test('the answer does not reveal whether an address is on the list (LIST-20)', async () => {
  const email = 'secret@shop.example'
  const first = await subscribe(email)
  const { searchParams } = await readLink(email, 'token')
  await confirm(searchParams.get('token')!)
  const [again, stranger] = [await subscribe(email), await subscribe('stranger@shop.example')]
  expect([again.status, again.answer]).toEqual([first.status, first.answer])
  expect([stranger.status, stranger.answer]).toEqual([first.status, first.answer])
})

test('an address can’t be flooded: after three letters in an hour no more are sent', async () => {
  const email = 'flooded@shop.example'
  const answers = await Promise.all(Array.from({ length: 6 }, () => subscribe(email)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await readLetters(email)).toHaveLength(3)
})

test('a link opened twice confirms once; a forged, wrong or old one is refused', async () => {
  const email = 'twice@shop.example'
  await subscribe(email)
  const token = (await readLink(email, 'token')).searchParams.get('token')!
  await Promise.all([confirm(token), confirm(token)])
  expect((await readLetters(email)).filter(({ subject }) => subject === 'You are on the list')).toHaveLength(
    1,
  )
  for (const bad of ['x', `${token}x`, token.replace(/^./, (sign) => (sign === 'a' ? 'b' : 'a'))])
    expect((await confirm(bad)).status).toBe(400)
  expect((await leave(token)).status).toBe(400)
  clock.advance(8 * DAY_MS)
  expect((await confirm(token)).status).toBe(410)
})

test('an old link does not bring back a person who left, a new one does', async () => {
  const email = 'left@shop.example'
  await subscribe(email)
  const old = (await readLink(email, 'token')).searchParams.get('token')!
  await confirm(old)
  clock.advance(1000)
  await leave((await readLink(email, 'leave')).searchParams.get('leave')!)
  expect((await confirm(old)).status).toBe(410)
  expect(await stateOf(email)).toEqual([[true, true]])
  clock.advance(1000)
  await subscribe(email)
  expect((await confirm((await readLink(email, 'token')).searchParams.get('token')!)).status).toBe(200)
  expect(await stateOf(email)).toEqual([[true, false]])
})

test.each(['', 'nobody', `${'a'.repeat(320)}@shop.example`, 'a@b.example\r\nBcc: c@d.example'])(
  'the address %j is refused',
  async (email) => {
    expect((await subscribe(email)).status).toBe(400)
  },
)
