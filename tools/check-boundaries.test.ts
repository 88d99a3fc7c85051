import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { boundedArray, boundedRecord } from '../packages/contract/src/bounded.ts'
import { route } from '../packages/contract/src/route.ts'
import { checkHabits, checkOwners } from './boundaries/habits.ts'
import { checkImportCycles } from './boundaries/import-cycles.ts'
import { checkRequests } from './boundaries/requests.ts'
import { checkCycles, checkRooms, findCycle } from './boundaries/rooms.ts'
import { checkSizes } from './boundaries/sizes.ts'
import type { Node, Source } from './boundaries/sources.ts'
import { checkTransactions } from './boundaries/transactions.ts'

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

test('packages, the contract and components import nothing outside of their scope', () => {
  expect(complaints('packages/crawler/src/crawler.ts', ['packages/places/src/places.ts'])).toHaveLength(1)
  expect(complaints('packages/contract/src/search.ts', ['lodash'])[0]).toMatch(/only Zod/)
  expect(
    complaints('apps/web/src/ui/button.tsx', ['packages/contract/src/search.ts', 'react-router']),
  ).toHaveLength(2)
})

test('a browser feature may use only the features on its list', () => {
  const web = 'apps/web/src/features'
  expect(complaints(`${web}/tables/business-prospects.tsx`, [`${web}/prospects/prospect-form.tsx`])).toEqual(
    [],
  )
  expect(complaints(`${web}/prospects/prospect-form.tsx`, [`${web}/tables/table-card.tsx`])[0]).toMatch(
    /prospects may not use tables.*browserFeatureUses/,
  )
})

test('reports features that use each other in a cycle', () => {
  expect(checkCycles()).toEqual([])
  expect(findCycle({ tables: ['prospects'], prospects: ['tables'] })).toEqual([
    'tables',
    'prospects',
    'tables',
  ])
})

test('reports import cycles, including type imports', () => {
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

test('SQL, the environment and the time are used only in their places', () => {
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

test('reports literals packed by spreading', () => {
  const find = (text: string) => checkHabits([source('apps/web/src/lib/phone.test.ts', text)])
  expect(find('const a = { ...{ b, c }, d }')).toHaveLength(1)
  expect(find('const a = [...[1, 2], 3]')).toHaveLength(1)
  expect(find('const a = { ...b, ...(c && { d }) }; const e = [...f, ...g.map(h)]')).toEqual([])
})

test('reports vague names', () => {
  expect(checkHabits([source('apps/web/src/lib/utils.ts', '')])).toHaveLength(1)
  expect(checkHabits([source('apps/web/src/lib/phone.ts', 'export class PhoneManager {}')])).toHaveLength(1)
})

test('reports a store function without an owner or a scope', () => {
  const path = 'apps/server/src/features/search/search.store.ts'
  const find = (text: string) => checkOwners([source(path, text)])
  expect(find('export async function listAll(db: Db) {}')).toHaveLength(1)
  expect(find('export async function list(owner: OwnerId, db: Db) {}')).toHaveLength(1)
  expect(find('export async function list(db: Db, owner: OwnerId) {}')).toEqual([])
  expect(find('export const claim = (tx: Db, _scope: SystemScope) => 1')).toEqual([])
  expect(find('export const isOwn = (owner: OwnerId) => eq(items.owner_id, owner)')).toEqual([])
})

const inTransaction = (lines: string) =>
  checkTransactions([
    source(
      'apps/server/src/features/billing/billing.ts',
      `const open = () => db.transaction(async (tx) => {\n${lines}\n})`,
    ),
  ]).map(({ sentence }) => sentence)

test.each([
  ['the pool as an argument', 'return store.findUser(owner, db)', /query on `tx`, not on `db`/],
  ['the pool of the dependencies', 'return store.findUser(owner, deps.db)', /query on `tx`, not on `db`/],
  ['the pool as the receiver', 'const rows = pool.query(text)', /query on `tx`, not on `pool`/],
  ['the pool in an object', 'const made = createStore({ db })', /query on `tx`/],
  ['a second transaction', 'await deps.db.transaction(async (tx) => store.save(tx))', /second connection/],
  [
    'an operation without tx',
    'const user = await accounts.getUser(owner)',
    /`accounts.getUser\(owner\)` is not given/,
  ],
  ['a sleep', 'await sleep(100)', /`sleep\(100\)` is not given/],
  ['a promise of before', 'await asked', /`asked` is not given/],
  ['a stream', 'for await (const row of rows) count += 1', /`rows` is not given/],
  ['a payment provider', 'return payment.readAccount(id)', /reaches out/],
  ['a mail that is not waited for', 'void deps.mail.handOver(message)', /reaches out/],
  [
    'a DNS question',
    'const answers = Promise.all(names.map((name) => ports.dns.resolve(name)))',
    /reaches out/,
  ],
  ['a request', 'const answer = fetch(url)', /reaches out/],
  ['a job outside', "jobs.enqueue(mailJob, { to }, { key: 'x' })", /reaches out/],
  ['one that hides beside tx', 'await Promise.all([store.save(tx), payment.change(order)])', /reaches out/],
])('reports other work inside a transaction: %s', (_, lines, sentence) => {
  expect(inTransaction(lines)).toEqual([expect.stringMatching(sentence)])
})

test.each([
  ['queries on it', 'const user = await store.findUser(owner, tx)\nreturn user?.name ?? refuse("x")'],
  ['several of them', 'await Promise.all(ids.map((id) => store.lock(tx, id)))'],
  ['a retry', 'await inStep(step, { owner }, () => bringUp(tx, owner))'],
  [
    'jobs and letters of the transaction',
    'await jobs.enqueue(tx, job, {})\nreturn letters.send(tx, letter(user))',
  ],
  [
    'what was made with it',
    "const removal = await openRemoval(owner, tx, { at })\nawait removal.keep('table', ids)",
  ],
  ['a savepoint', 'await tx.transaction(async (inner) => store.save(owner, inner))'],
  ['a key that has the name of the pool', 'const names = { db: 1 }\nawait store.save(tx, names)'],
])('a transaction may hold %s', (_, lines) => {
  expect(inTransaction(lines)).toEqual([])
})

test('inside a transaction, tx is passed to every operation that accepts it', () => {
  const accounts = source(
    'apps/server/src/features/accounts/accounts.ts',
    'const accounts = { async getUser(owner: OwnerId, tx: Db = db) { return store.getUser(owner, tx) } }',
  )
  const find = (call: string) =>
    checkTransactions([
      accounts,
      source('apps/server/src/features/usage/usage.ts', `db.transaction((tx) => ${call})`),
    ])
  expect(find('accounts.getUser(owner)')[0]?.sentence).toMatch(
    /`accounts.getUser\(owner\)` is not given `tx`/,
  )
  expect(find('accounts.getUser(owner, tx)')).toEqual([])
  expect(find('describe(owner)')).toEqual([])
})

test('a function that takes tx counts as running in a transaction, wherever it is', () => {
  const find = (text: string) =>
    checkTransactions([source('apps/server/src/features/billing/readback.ts', text)])
  expect(find('async function apply(tx: Db, id: string) { await payment.change(id) }')).toHaveLength(1)
  expect(
    find('const get = async (owner: OwnerId, tx: Db = db) => await accounts.getUser(owner)'),
  ).toHaveLength(1)
  expect(
    find('const get = async (owner: OwnerId, tx: Db = db) => await accounts.getUser(owner, tx)'),
  ).toEqual([])
  expect(find('async function keep(tx: Db, removal: OpenRemoval) { await removal.close() }')).toEqual([])
  expect(find('const end = (_tx: Db, owner: OwnerId) => billing.endSubscription(owner)')).toHaveLength(1)
  expect(find('const ask = async (id: string) => await payment.readAccount(id)')).toEqual([])
  expect(find('db.transaction(work)')[0]?.sentence).toMatch(/as a function in its call/)
})

test('reports files over 500 lines', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, n) => `const a${n} = ${n}`).join('\n')
  const path = 'apps/server/src/features/search/search.ts'
  expect(checkSizes([source(path, lines(501))])).toHaveLength(1)
  expect(checkSizes([source(path, lines(500))])).toEqual([])
})

test('reports an unbounded array or record in a request, however wrapped, but not in a response', () => {
  const find = (body: z.ZodType, parts: { query?: z.ZodType; answer?: z.ZodType } = {}) =>
    checkRequests({ x: { y: route('POST', '/x', { answer: 'nothing', body, ...parts }) } })
  const list = z.array(z.string())
  const bare: z.ZodType[] = [
    list.max(10),
    z.object({ a: list.optional() }),
    z.object({ a: z.object({ b: list.default([]) }) }).refine(() => true),
    z.union([z.string(), z.object({ ids: list })]),
    z.any().pipe(z.preprocess((text) => text, list)),
    z.object({ a: z.lazy(() => list) }),
    z.object({}).catchall(list),
    z.object({ b: z.string() }).omit({ b: true }).extend({ a: list }),
    boundedArray(list, { max: 3 }),
    z.record(z.string(), z.number()),
    z.set(z.string()),
    z.tuple([z.string()]).rest(z.string()),
  ]
  for (const body of bare) expect(find(body)[0]?.sentence).toMatch(/x\.y: body.* unbounded/)
  expect(find(z.object({}), { query: z.object({ ids: list }) })).toHaveLength(1)
  const bounded = z.object({
    list: boundedArray(z.string(), { max: 3 }).min(1).optional(),
    record: boundedRecord(z.string(), z.number(), { max: 3, tooMany: 'Too many' }),
  })
  expect(find(bounded, { answer: list })).toEqual([])
})
