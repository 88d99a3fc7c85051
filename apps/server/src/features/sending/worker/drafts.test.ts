import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createDrafts } from './drafts.ts'

function createCounted(ids: string[], most: number) {
  const waiting = ids.map((id) => ({ id }))
  const built: string[] = []
  const time = { now: 0 }
  const drafts = createDrafts({
    most,
    now: () => time.now,
    listNext: (count) => waiting.slice(0, count),
    async build({ id }: { id: string }) {
      built.push(id)
      if (id.startsWith('bad')) throw new Error(`${id} cannot be built`)
      return `draft of ${id}`
    },
  })
  return { drafts, waiting, built, time }
}

test('the next messages are built before their turn comes, each once and no more than are wanted', async () => {
  const { drafts, waiting, built } = createCounted(['a', 'b', 'c', 'd'], 2)
  drafts.prepare()
  drafts.prepare()
  expect(built).toEqual([])
  await pause(20)
  expect(built).toEqual(['a', 'b'])

  expect(await drafts.take(waiting.shift()!)).toBe('draft of a')
  expect(built).toEqual(['a', 'b'])
  drafts.prepare()
  await pause(20)
  expect(built).toEqual(['a', 'b', 'c'])
  expect(await drafts.take({ id: 'd' })).toBe('draft of d')
})

test('what cannot be built fails when its turn comes, and is built anew at another try', async () => {
  const { drafts, waiting, built } = createCounted(['bad', 'good'], 2)
  drafts.prepare()
  await pause(20)
  const [bad] = waiting.splice(0)
  await expect(drafts.take(bad!)).rejects.toThrow('bad cannot be built')
  await expect(drafts.take(bad!)).rejects.toThrow('bad cannot be built')
  expect(built).toEqual(['bad', 'good', 'bad'])
})

test('drafts of messages that are given back are forgotten, and none is begun after', async () => {
  const { drafts, waiting, built } = createCounted(['a', 'b'], 1)
  drafts.prepare()
  await pause(20)
  drafts.clear()
  waiting.length = 0
  drafts.prepare()
  await pause(20)
  expect(built).toEqual(['a'])
  await drafts.take({ id: 'a' })
  expect(built).toEqual(['a', 'a'])
})

test('a draft that waited longer than a second is built anew: what it was made of may have changed', async () => {
  const { drafts, waiting, built, time } = createCounted(['a', 'b'], 2)
  drafts.prepare()
  await pause(20)
  time.now = 999
  await drafts.take(waiting[0]!)
  expect(built).toEqual(['a', 'b'])
  time.now = 1000
  await drafts.take(waiting[1]!)
  expect(built).toEqual(['a', 'b', 'b'])
})
