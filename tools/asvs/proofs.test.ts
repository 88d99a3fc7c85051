import { expect, test } from 'vitest'
import { listSources } from '../boundaries/sources.ts'
import { findMissingTests, listTestFiles, listTestTitles } from './proofs.ts'

test('finds quoted test names in the security table that no test has', () => {
  const table = '| 1.1 | "not a test" | "there is one" · "there is none" |\n"no row"'
  expect(findMissingTests(table, new Set(['there is one']))).toEqual(['there is none'])
})

test('lists test titles, with and without a table of cases', () => {
  const titles = listTestTitles(listSources())
  expect(titles).toContain('lists test titles, with and without a table of cases')
  expect(titles).toContain('%s is private')
})

test('lists test files by name; those in faults need no path', () => {
  const text = 'proved by `opens.test.ts`, `apps/server/src/db/migrate.test.ts` and `npm test`'
  expect(listTestFiles(text)).toEqual([
    'apps/server/test/faults/opens.test.ts',
    'apps/server/src/db/migrate.test.ts',
  ])
})
