import { expect, test } from 'vitest'
import { hashPassword, isPasswordRight } from './passwords.ts'

test('a password is stored as Argon2id with a salt of its own, and is known again', async () => {
  const [one, two] = [await hashPassword('sieve-and-gravel'), await hashPassword('sieve-and-gravel')]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
  expect(await isPasswordRight('sieve-and-gravel', one)).toBe(true)
  expect(await isPasswordRight('sieve-and-grave1', one)).toBe(false)
  expect(await isPasswordRight('', one)).toBe(false)
})

test('a stored text that is no hash opens nothing', async () => {
  for (const stored of ['', 'none', 'sieve-and-gravel', '$argon2id$v=19$m=1,t=1,p=1$$'])
    expect(await isPasswordRight('sieve-and-gravel', stored)).toBe(false)
})
