import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { createAccountConcurrency } from './account-concurrency.ts'

const ALICE = { person: 'alice', payer: 'alice' }
const poolOf = (max: number) => ({ options: { max } })
const settle = () => new Promise(setImmediate)

/** Starts `count` requests that end when told, and counts those in progress. */
function start(
  handle: ReturnType<typeof createAccountConcurrency>,
  person: string,
  count: number,
  payer = person,
) {
  const { promise: end, resolve } = Promise.withResolvers<void>()
  const at = { work: 0 }
  const all = Array.from({ length: count }, () =>
    handle({ person, payer }, () => {
      at.work += 1
      return end
    }),
  )
  return { at, end: () => Promise.all([resolve(), ...all]) }
}

test('six requests of an account or of a visitor’s address run at a time, independent of others', async () => {
  const handle = createAccountConcurrency(poolOf(16))
  const [alice, bob, visitors] = [
    start(handle, 'alice', 60),
    start(handle, 'bob', 3),
    start(handle, '192.0.2.7', 20),
  ]
  await settle()
  expect([alice.at.work, bob.at.work, visitors.at.work]).toEqual([6, 3, 6])
  await Promise.all([alice.end(), bob.end(), visitors.end()])
  expect(alice.at.work).toBe(60)
})

test('six requests for one payer run at a time, whichever members send them', async () => {
  const handle = createAccountConcurrency(poolOf(16))
  const members = ['alice', 'bob', 'carol'].map((member) => start(handle, member, 20, 'alice'))
  await settle()
  expect(members.reduce((sum, { at }) => sum + at.work, 0)).toBe(6)
  await Promise.all(members.map(({ end }) => end()))
  expect(members.map(({ at }) => at.work)).toEqual([20, 20, 20])
})

test('two people who pay for each other’s work never wait for each other', async () => {
  const handle = createAccountConcurrency(poolOf(2))
  const all = [
    start(handle, 'alice', 9, 'bob'),
    start(handle, 'bob', 9, 'alice'),
    start(handle, 'alice', 9),
    start(handle, 'bob', 9),
  ]
  await Promise.all(all.map(({ end }) => end()))
  expect(all.map(({ at }) => at.work)).toEqual([9, 9, 9, 9])
})

test('the others run in the order of arrival', async () => {
  const handle = createAccountConcurrency(poolOf(4))
  const handled: number[] = []
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
  const all = ends.map((end, n) =>
    handle(ALICE, () => {
      handled.push(n)
      return end.promise
    }),
  )
  await settle()
  expect(handled).toEqual([0, 1])
  ends[1]!.resolve()
  await settle()
  expect(handled).toEqual([0, 1, 2])
  for (const end of ends) end.resolve()
  await Promise.all(all)
  expect(handled).toEqual([0, 1, 2, 3, 4])
})

test('an account uses at most half of a small pool, but never nothing', async () => {
  for (const [connections, expected] of [
    [2, 1],
    [5, 2],
    [1, 1],
  ] as const) {
    const { at, end } = start(createAccountConcurrency(poolOf(connections)), 'alice', 10)
    await settle()
    expect([connections, at.work]).toEqual([connections, expected])
    await end()
  }
})

test('a streamed answer counts until it is read or its reader leaves', async () => {
  const handle = createAccountConcurrency(poolOf(2))
  const file = await handle(ALICE, () => ({ content: Readable.from(['a', 'b']), contentType: 'text/csv' }))
  const next = start(handle, 'alice', 1)
  await settle()
  expect(next.at.work).toBe(0)
  file.content.destroy()
  await next.end()

  const lines = await handle(ALICE, () => Readable.from(['a', 'b']))
  const last = start(handle, 'alice', 1)
  await settle()
  expect(last.at.work).toBe(0)
  expect(await lines.toArray()).toEqual(['a', 'b'])
  await last.end()
})

test('a refused request frees its slot', async () => {
  const handle = createAccountConcurrency(poolOf(2))
  for (let n = 0; n < 3; n++)
    await expect(handle(ALICE, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused')
})
