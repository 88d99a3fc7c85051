import { organizationRoutes } from '@goldpan/contract/organizations'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/harness.ts'
import { sampleLetters } from '../compose-letter-preview.ts'
import { renderLetter } from './letter.ts'
import { greet, nameOr } from './names.ts'

const LINKS = [
  'Win at https://evil.example',
  'www.evil.example',
  'evil.example',
  'EVIL.EXAMPLE now',
  'evil．example',
  'evil。example',
  'evil․example',
  'ev-il.xn--p1ai',
  '203.0.113.9',
  'write@evil.example',
  'evil/x',
  'file:\\\\evil',
]

test.each(LINKS)('letters don’t show %s as a name', (name) => {
  const names = { first: name, last: 'Pan', organization: name }
  const letters = sampleLetters('https://goldpan.test', names)
  for (const [which, letter] of Object.entries(letters)) {
    const { html, text } = renderLetter(letter, null)
    expect([which, `${letter.subject} ${html} ${text}`.includes(name)]).toEqual([which, false])
  }
})

test.each([
  'Ada',
  'J. R. Smith',
  'Müller-Lüdenscheidt',
  'Pans & Sons Ltd.',
  'Studio 2.0',
  'O’Neill, Jr.',
  '山田',
])('%s is a name', (name) => {
  expect([nameOr(name, 'Somebody'), greet(name)]).toEqual([name, `Hello ${name},`])
})

test('an invitation from strangers with links for names is neutral and works', async () => {
  const { alice, query, mail, drain } = await startTestApp()
  await query("update users set subscription_plan = 'premium', first_name = 'Win at evil.example'")
  const { answer } = await alice.call(organizationRoutes.create, { body: { name: 'https://evil.example' } })

  await alice.call(organizationRoutes.invite, {
    params: { id: answer.id },
    body: { email: 'max@customer.example', role: 'member' },
  })

  await drain()
  const letter = mail.accepted.at(-1)!.raw.toString()
  expect(letter).toContain('Subject: Someone invites you to an organization on Goldpan')
  expect(letter).not.toContain('evil')
  expect(letter).toContain('token')
})
