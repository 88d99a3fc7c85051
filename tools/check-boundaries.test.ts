import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { checkHabits, checkOwners } from './boundaries/habits.ts'
import { checkImportCycles } from './boundaries/import-cycles.ts'
import { checkCycles, checkRooms } from './boundaries/rooms.ts'
import { checkSizes } from './boundaries/sizes.ts'
import type { Node, Source } from './boundaries/sources.ts'

function source(path: string, text: string, imports: string[] = []): Source {
  const { program } = parseSync(path, text)
  return {
    path,
    text,
    lines: text.split('\n').length,
    imports: imports.map((target) => ({ target, line: 1, isType: false })),
    program: program as unknown as Node,
  }
}

const complaints = (path: string, imports: string[]) =>
  checkRooms([source(path, '', imports)]).map(({ sentence }) => sentence)

test('a feature may import ports and its permitted neighbours, and nothing else', () => {
  const search = 'apps/server/src/features/search/search.ts'
  expect(
    complaints(search, [
      'apps/server/src/providers/directory/port.ts',
      'apps/server/src/features/usage/usage.ts',
      'packages/contract/src/search.ts',
    ]),
  ).toEqual([])
  expect(complaints(search, ['apps/server/src/providers/directory/open-data.ts'])[0]).toMatch(
    /ports, never adapters/,
  )
  expect(complaints(search, ['apps/server/src/features/sending/sending.ts'])[0]).toMatch(
    /search may not use sending/,
  )
  expect(complaints(search, ['apps/server/src/features/usage/usage.store.ts'])[0]).toMatch(
    /Ask an operation of usage/,
  )
  expect(complaints(search, ['apps/server/src/compose.ts'])).toHaveLength(1)
})

test('packages, the contract, components and browser features keep to themselves', () => {
  expect(complaints('packages/crawler/src/crawler.ts', ['packages/places/src/places.ts'])).toHaveLength(1)
  expect(complaints('packages/contract/src/search.ts', ['lodash'])[0]).toMatch(/only Zod/)
  expect(
    complaints('apps/web/src/ui/button.tsx', ['packages/contract/src/search.ts', 'react-router']),
  ).toHaveLength(2)
  expect(
    complaints('apps/web/src/features/search/search-page.tsx', [
      'apps/web/src/features/tables/table-card.tsx',
    ])[0],
  ).toMatch(/don't import each other/)
})

test('features do not use each other in a circle', () => {
  expect(checkCycles()).toEqual([])
})

test('files do not import each other in a circle, not even types', () => {
  const file = (name: string, ...imports: string[]) =>
    source(
      `packages/crawler/src/${name}.ts`,
      '',
      imports.map((target) => `packages/crawler/src/${target}.ts`),
    )
  const sentences = (...sources: Source[]) => checkImportCycles(sources).map(({ sentence }) => sentence)
  expect(sentences(file('a', 'b', 'c'), file('b', 'c'), file('c'))).toEqual([])
  expect(sentences(file('a', 'b'), file('b', 'c'), file('c', 'b'))[0]).toMatch(
    /^imports itself through packages\/crawler\/src\/c\.ts/,
  )
})

test('SQL, the environment and the time stand where they belong', () => {
  const find = (path: string, text: string, imports: string[] = []) =>
    checkHabits([source(path, text, imports)])
  const feature = 'apps/server/src/features/search/search.ts'
  expect(find(feature, "pool.query('select id from users')")).toHaveLength(1)
  expect(find(feature, '', ['drizzle-orm'])).toHaveLength(1)
  expect(
    find('apps/server/src/features/search/search.store.ts', "pool.query('select id from users')", [
      'drizzle-orm',
    ]),
  ).toEqual([])
  expect(find(feature, 'const a = process.env.PORT')[0]?.sentence).toMatch(/config.ts/)
  expect(find(feature, 'const a = new Date()')[0]?.sentence).toMatch(/clock/)
  expect(find(feature, 'const a = Date.now()')).toHaveLength(1)
  expect(find(feature, 'const a = new Date(row.at)')).toEqual([])
})

test('names say what a thing is', () => {
  expect(checkHabits([source('apps/web/src/lib/utils.ts', '')])).toHaveLength(1)
  expect(checkHabits([source('apps/web/src/lib/phone.ts', 'export class PhoneManager {}')])).toHaveLength(1)
})

test('a store function without an owner or a scope is stopped', () => {
  const path = 'apps/server/src/features/search/search.store.ts'
  expect(checkOwners([source(path, 'export async function listAll(db: Db) {}')])).toHaveLength(1)
  expect(checkOwners([source(path, 'export async function list(owner: OwnerId, db: Db) {}')])).toEqual([])
  expect(checkOwners([source(path, 'export const claim = (_scope: SystemScope, db: Db) => 1')])).toEqual([])
  expect(checkOwners([source(path, 'export async function list(db: Db, owner: OwnerId) {}')])).toEqual([])
})

test('files over 500 lines are stopped', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, n) => `const a${n} = ${n}`).join('\n')
  const path = 'apps/server/src/features/search/search.ts'
  expect(checkSizes([source(path, lines(501))])).toHaveLength(1)
  expect(checkSizes([source(path, lines(500))])).toEqual([])
})
