import { generateKeyPairSync } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { assemble } from '../src/assembly/assemble.ts'
import { createAssembler } from '../src/assembly/assembler.ts'
import { sampleMessage } from './sample-message.ts'

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
const dkim = [{ domain: 'mail.sender.example', selector: 'one', private_key: privateKey }]

/** Signed and unsigned ones, some with a letter that only some character sets know, some that must not leave. */
const messages = Array.from({ length: 60 }, (_, n) => ({
  ...sampleMessage(),
  subject: n % 3 === 0 ? `Öfen für Nº ${n} 🥨` : `Ovens for ${n}`,
  message_id: `v1.token${n}@mail.sender.example`,
  ...(n % 4 === 0 && { dkim }),
  ...(n % 10 === 9 && { to: { name: null, address: 'a@b.example\r\nBcc: evil@x.example' } }),
}))
const expected = await Promise.all(messages.map(assemble))

/** The first messages are assembled here, until it has started. */
async function startThread(assembler: ReturnType<typeof createAssembler>) {
  await Promise.all(messages.slice(0, 5).map(assembler.assemble))
  await vi.waitFor(() => expect(assembler.hasThread()).toBe(true), 20_000)
}

test('many messages are built in a thread, byte for byte as they are here, and refused with the same sentences', async () => {
  const assembler = createAssembler(2)
  await startThread(assembler)
  const all = await Promise.all(messages.map(assembler.assemble))
  expect(all).toEqual(expected)
  expect(all.filter((one) => 'refusal' in one)).toHaveLength(6)
  expect(all.every((one) => 'refusal' in one || Buffer.isBuffer(one.raw))).toBe(true)
  await assembler.close()
})

test('what a thread that ends had is built here, and nothing is lost', async () => {
  const assembler = createAssembler(2)
  await startThread(assembler)
  const asked = Promise.all(messages.map(assembler.assemble))
  await setImmediate()
  await assembler.close()
  expect(await asked).toEqual(expected)
  expect(await assembler.assemble(messages[0]!)).toEqual(expected[0])
})
