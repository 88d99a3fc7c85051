import { expect, test } from 'vitest'
import { shareLooks } from './share-looks.ts'

function watch() {
  const begun: { of: string; end: (answer: number) => void; fail: (error: Error) => void }[] = []
  const look = shareLooks(100, (owner: string, id: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    begun.push({ of: `${owner} ${id}`, end: resolve, fail: reject })
    return promise
  })
  return { begun, look }
}

test('who asks while a look is under way gets the next one, together with all others (F19)', async () => {
  const { begun, look } = watch()
  const first = [look('alice', 'one'), look('alice', 'one')]
  await expect.poll(() => begun.length).toBe(1)
  const later = [look('alice', 'one'), look('alice', 'one'), look('alice', 'one')]
  begun[0]!.end(1)
  expect(await Promise.all(first)).toEqual([1, 1])
  await expect.poll(() => begun.length).toBe(2)
  const latest = look('alice', 'one')
  begun[1]!.end(2)
  expect(await Promise.all(later)).toEqual([2, 2, 2])
  await expect.poll(() => begun.length).toBe(3)
  begun[2]!.end(3)
  expect(await latest).toBe(3)
})

test('each owner and each thing is looked at by itself, and a look that fails holds up no other', async () => {
  const { begun, look } = watch()
  const failing = look('alice', 'one')
  const others = [look('bob', 'one'), look('alice', 'two')]
  await expect.poll(() => begun.length).toBe(3)
  expect(begun.map(({ of }) => of)).toEqual(['alice one', 'bob one', 'alice two'])
  const next = look('alice', 'one')
  begun[0]!.fail(new Error('away'))
  await expect(failing).rejects.toThrow('away')
  for (const { end } of begun) end(1)
  expect(await Promise.all(others)).toEqual([1, 1])
  await expect.poll(() => begun.length).toBe(4)
  begun[3]!.end(4)
  expect(await next).toBe(4)
})
