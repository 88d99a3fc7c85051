import { accountRoutes } from '@goldpan/contract/accounts'
import { organizationRoutes } from '@goldpan/contract/organizations'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/harness.ts'
import { hashPassword } from './passwords.ts'

const PASSWORD = 'sieve-and-gravel-7'
const open = await startTestApp()
const invited = await startTestApp({ environment: { SIGN_UP: 'invited' } })
const closed = await startTestApp({ environment: { SIGN_UP: 'closed' } })

async function signUp({ visitor }: typeof open, email: string) {
  const { status, refusal } = await visitor.call(accountRoutes.register, {
    body: {
      firstName: 'Ada',
      lastName: 'Pan',
      email,
      password: PASSWORD,
      confirmPassword: PASSWORD,
      acceptTerms: true,
      recaptchaToken: 'ok',
    },
  })
  return [status, refusal.code]
}

const settingsOf = async ({ visitor }: typeof open) =>
  (await visitor.call(accountRoutes.signUpSettings)).answer

async function invite({ alice }: typeof open, email: string) {
  const { id } = (await alice.call(organizationRoutes.create, { body: { name: 'Pans Ltd' } })).answer
  const body = { email, role: 'member' as const }
  const { answer } = await alice.call(organizationRoutes.invite, { params: { id }, body })
  return { id, invitation: answer.invitations.at(-1)!.id }
}

test('everybody may sign up by default', async () => {
  expect(await settingsOf(open)).toEqual({ sign_up: 'open', sentence: null })
  expect((await signUp(open, 'anyone@shop.example'))[0]).toBe(200)
})

test('a closed installation refuses sign-up with the sentence that the page shows, invited or not', async () => {
  await invite(closed, 'guest@shop.example')
  expect(await signUp(closed, 'guest@shop.example')).toEqual([403, 'accounts.sign_up_closed'])
  expect(await settingsOf(closed)).toEqual({
    sign_up: 'closed',
    sentence: 'This installation takes no new accounts. Please ask its operator for one.',
  })
})

test('existing accounts log in as before', async () => {
  const { bob, query, visitor } = closed
  await query('update users set password_hash = $2 where id = $1', [bob.id, await hashPassword(PASSWORD)])
  const body = { email: bob.email, password: PASSWORD, recaptchaToken: 'ok' }
  expect((await visitor.call(accountRoutes.login, { body })).status).toBe(200)
})

test('where an invitation is needed, only an open one of that address counts', async () => {
  expect(await settingsOf(invited)).toMatchObject({ sign_up: 'invited', sentence: expect.any(String) })
  expect(await signUp(invited, 'stranger@shop.example')).toEqual([403, 'accounts.sign_up_invited'])
  await invite(invited, 'Guest@shop.example')
  expect((await signUp(invited, 'guest@shop.example'))[0]).toBe(200)

  const { id, invitation } = await invite(invited, 'withdrawn@shop.example')
  const params = { id, invitation }
  await invited.alice.call(organizationRoutes.withdraw, { params })
  expect(await signUp(invited, 'withdrawn@shop.example')).toEqual([403, 'accounts.sign_up_invited'])

  await invite(invited, 'late@shop.example')
  invited.clock.advance(8 * 86_400_000)
  expect(await signUp(invited, 'late@shop.example')).toEqual([403, 'accounts.sign_up_invited'])
})

test('an invitation of a suspended organization doesn’t count', async () => {
  const { alice, app } = invited
  await invite(invited, 'friend@shop.example')
  const audit = { operator: 'sam (terminal)', reason: 'Bought lists' }
  await app.features.operatorAccounts.suspend(alice.email, audit)
  expect(await signUp(invited, 'friend@shop.example')).toEqual([403, 'accounts.sign_up_invited'])
  await app.features.operatorAccounts.unsuspend(alice.email, audit)
  expect((await signUp(invited, 'friend@shop.example'))[0]).toBe(200)
})
