import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { commitTogether } from './group-commit.ts'

/** Calls are gathered for an hour unless all of them are there. */
function createLine(all: number) {
  const batches: number[][] = []
  const commit = commitTogether<{ owner: string; n: number }, number>({
    keyOf: ({ owner }) => owner,
    ...{ maxItems: 10, gatherMs: 3_600_000 },
    isComplete: (waiting) => waiting >= all,
    async commit(items) {
      batches.push(items.map(({ n }) => n))
      return items.map(({ n }) => n * 2)
    },
  })
  return { commit, batches }
}

test('calls that are gathered leave together as soon as nobody else can come, those of each owner by themselves', async () => {
  const { commit, batches } = createLine(3)
  const early = [commit({ owner: 'alice', n: 1 }), commit({ owner: 'bob', n: 2 })]
  await pause(20)
  expect(batches).toEqual([])
  const answers = await Promise.all([...early, commit({ owner: 'alice', n: 3 })])
  expect(answers).toEqual([2, 4, 6])
  expect(batches.toSorted()).toEqual([[1, 3], [2]])
})

test('one alone does not wait for company', async () => {
  const { commit } = createLine(1)
  expect(await commit({ owner: 'alice', n: 4 })).toBe(8)
})
