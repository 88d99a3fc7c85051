import { createChallenge, solveChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { expect, test } from 'vitest'
import { readChallenge, timeLeft } from './challenge.ts'

const END = 1_800_000_000
const hmac = { hmacSignatureSecret: 'a', hmacKeySignatureSecret: 'b' }

const sent = (expiresAt?: number) =>
  createChallenge({ algorithm: 'PBKDF2/SHA-256', cost: 10, counter: 5, deriveKey, expiresAt, ...hmac })

test('a challenge that was read and solved is one that the server takes', async () => {
  const challenge = readChallenge(JSON.parse(JSON.stringify(await sent())))
  const solution = await solveChallenge({ challenge, deriveKey })
  expect(await verifySolution({ challenge, solution: solution!, deriveKey, ...hmac })).toMatchObject({
    verified: true,
  })
})

test.each([{}, null, { parameters: {}, signature: 'x' }, { parameters: { algorithm: 'SHA-1' } }])(
  'what is no challenge is refused: %j',
  (answer) => {
    expect(() => readChallenge(answer)).toThrow()
  },
)

test('the time left counts to the end, and is unknown without one or with a clock that is off', async () => {
  const challenge = readChallenge(await sent(END))
  expect(timeLeft(challenge, END * 1000 - 5_000)).toBe(5_000)
  expect(timeLeft(challenge, END * 1000 + 1)).toBeNull()
  expect(timeLeft(readChallenge(await sent()), 0)).toBeNull()
})
