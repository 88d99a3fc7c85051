import { PASSWORD_MIN } from '@goldpan/contract/accounts'
import { expect, test } from 'vitest'
import { breachedPasswords, hashPassword, isPasswordRight, isPasswordTrivial } from './passwords.ts'

test('a password is stored as salted Argon2id and verified', async () => {
  const [one, two] = [await hashPassword('sieve-and-gravel'), await hashPassword('sieve-and-gravel')]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
  expect(await isPasswordRight('sieve-and-gravel', one)).toBe(true)
  expect(await isPasswordRight('sieve-and-grave1', one)).toBe(false)
  expect(await isPasswordRight('', one)).toBe(false)
})

test('a stored value that is not a hash never matches', async () => {
  for (const stored of ['', 'none', 'sieve-and-gravel', '$argon2id$v=19$m=1,t=1,p=1$$'])
    expect(await isPasswordRight('sieve-and-gravel', stored)).toBe(false)
})

const address = 'ada.lovelace@customer.example'

test.each([
  ['seen in breaches', 'trustno1'],
  ['seen in breaches, in capitals', 'LiverPool'],
  ['guessed in German', 'Passwort123'],
  ['guessed in Spanish', 'contraseña'],
  ['one letter', 'aaaaaaaaaaaa'],
  ['one pattern', 'abcabcabcabc'],
  ['the address', address],
  ['the address and a year', 'ada.lovelace1815'],
])('a password that is %s is too easy to guess', async (_, password) => {
  expect(await isPasswordTrivial(password, address)).toBe(true)
})

test.each(['sieve-and-gravel-7', 'Ein Kiesel glänzt', 'xK9#vTq2', '金の皿で川を探す'])(
  'a strong password is accepted: %s',
  async (password) => {
    expect(await isPasswordTrivial(password, address)).toBe(false)
  },
)

test('more than 10,000 of the refused passwords are long enough to be chosen', async () => {
  const breached = await breachedPasswords()
  expect([...breached].filter(({ length }) => length >= PASSWORD_MIN).length).toBeGreaterThan(10_000)
})
