import { expect, test } from 'vitest'
import { listSources } from '../boundaries/sources.ts'
import { findMissingTests, listTestFiles, listTestTitles } from './proofs.ts'

test('a line of the security table that names a test which does not exist is found', () => {
  const table = '| 1.1 | "not a test" | "there is one" · "there is none" |\n"no row"'
  expect(findMissingTests(table, new Set(['there is one']))).toEqual(['there is none'])
})

test('titles of tests are found, with and without a table of cases', () => {
  const titles = listTestTitles(listSources())
  expect(titles).toContain('titles of tests are found, with and without a table of cases')
  expect(titles).toContain('%s is private')
})

test('test files are found by their names, those of faults without a path', () => {
  const text = 'proved by `opens.test.ts`, `apps/server/src/db/migrate.test.ts` and `npm test`'
  expect(listTestFiles(text)).toEqual([
    'apps/server/test/faults/opens.test.ts',
    'apps/server/src/db/migrate.test.ts',
  ])
})
