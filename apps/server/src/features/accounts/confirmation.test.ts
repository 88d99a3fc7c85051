import { accountRoutes } from '@goldpan/contract/accounts'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'

const { alice, visitor, mail, drain, clock } = await startTestApp()

const form = {
  firstName: 'Ada',
  lastName: 'Pan',
  password: 'sieve-and-gravel',
  confirmPassword: 'sieve-and-gravel',
  acceptTerms: true as const,
  recaptchaToken: 'ok',
}
async function signUp(email: string) {
  await visitor.call(accountRoutes.register, { body: { ...form, email } })
  await drain()
}
async function askAgain(email: string) {
  clock.advance(1000)
  const { status, answer } = await visitor.call(accountRoutes.requestConfirmation, { body: { email } })
  await drain()
  return { status, answer }
}
const lettersTo = (email: string) => mail.accepted.filter(({ envelope }) => envelope.to === email)
const tokensTo = (email: string) =>
  lettersTo(email).map(({ raw }) => {
    const text = raw.toString('utf8').replace(/=\r\n/g, '').replaceAll('=3D', '=')
    return /token=([\w-]+)/.exec(text)![1]!
  })
const confirm = (token: string) =>
  visitor.call(accountRoutes.confirmEmail, { body: { token, type: 'signup' } })

test('the confirmation is sent again, with a link that replaces the older one', async () => {
  await signUp('ada@shop.example')

  await askAgain('ADA@shop.example')

  const [older, newer] = tokensTo('ada@shop.example')
  expect((await confirm(older!)).status).toBe(400)
  expect((await confirm(newer!)).status).toBe(200)
})

test('asking again is answered alike for unknown and confirmed addresses, which get no letter', async () => {
  await signUp('bea@shop.example')
  const letters = lettersTo(alice.email).length

  const [waiting, confirmed, unknown] = [
    await askAgain('bea@shop.example'),
    await askAgain(alice.email),
    await askAgain('nobody@shop.example'),
  ]

  expect(waiting.status).toBe(200)
  expect([confirmed, unknown]).toEqual([waiting, waiting])
  expect(lettersTo('bea@shop.example')).toHaveLength(2)
  expect(lettersTo(alice.email)).toHaveLength(letters)
  expect(lettersTo('nobody@shop.example')).toEqual([])
})

test('an address gets five letters in an hour; asking for more has the same answer', async () => {
  await signUp('cleo@shop.example')

  const answers: Awaited<ReturnType<typeof askAgain>>[] = []
  for (let time = 0; time < 7; time++) answers.push(await askAgain('cleo@shop.example'))

  expect(answers).toEqual(answers.map(() => answers[0]))
  expect(lettersTo('cleo@shop.example')).toHaveLength(1 + 5)
})
