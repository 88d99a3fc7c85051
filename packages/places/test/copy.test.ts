import type { PoolClient } from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { type Columns, copyRows, rowChunks, type Value } from '../src/store/copy.ts'
import { createTestDirectory, type TestDirectory } from './database.ts'

let directory: TestDirectory
beforeAll(async () => {
  directory = await createTestDirectory()
})

const COLUMNS: Columns = {
  small: 'smallint',
  whole: 'integer',
  large: 'bigint',
  real: 'double precision',
  is_true: 'boolean',
  words: 'text',
  wholes: 'integer[]',
  larges: 'bigint[]',
  texts: 'text[]',
}

/** What the database has of rows that were copied, as JSON so that nothing of the driver's comes between. */
async function copied(columns: Columns, rows: Iterable<Value[]>): Promise<unknown[]> {
  return inTransaction(async (client) => {
    const definitions = Object.entries(columns).map(([name, type]) => `${name} ${type}`)
    await client.query(`create temporary table copied (n serial, ${definitions.join(', ')}) on commit drop`)
    await copyRows(client, 'copied', columns, rows)
    const { rows: found } = await client.query(
      `select to_jsonb(copied) - 'n' as found from copied order by n`,
    )
    return found.map((row: { found: Record<string, unknown> }) =>
      Object.keys(columns).map((name) => row.found[name]),
    )
  })
}

async function inTransaction<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await directory.pool.connect()
  try {
    await client.query('begin')
    return await work(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test('values of each type are stored as they are', async () => {
  const rows = [
    [1, 2, 3, 4.5, true, 'six', [7], [8], ['nine']],
    [-32768, -2147483648, -9007199254740991, -0.1, false, '', [], [], []],
    [32767, 2147483647, 9007199254740991, 1e300, false, '\\N', [-1, 0], [-4294967297, 4294967296], ['', '"{},\\']],
    [null, null, null, null, null, null, null, null, null],
    [0, 0, -1, 0, true, 'Zürich ☕ 🏔️ שלום\t\r\n', [2147483647], [-9007199254740991], ['a b', 'é🏔️', 'null', 'NULL']],
  ] // biome-ignore format: a row a line
  expect(await copied(COLUMNS, rows)).toEqual(rows)
})

test('what is no text in PostgreSQL is left out or replaced', async () => {
  const rows = [['a\0b', ['\0', 'half \ud83c', '\udf00 half']]]
  expect(await copied({ words: 'text', texts: 'text[]' }, rows)).toEqual([
    ['ab', ['', 'half \ufffd', '\ufffd half']],
  ])
})

test('rows of any length fit, whole, into what is sent at a time', async () => {
  const rows = Array.from({ length: 300 }, (_, index) => [
    index,
    'ü'.repeat(((index * 7919) % 90) ** 3 % 70_000),
  ])
  const columns: Columns = { whole: 'integer', words: 'text' }
  expect(await copied(columns, rows)).toEqual(rows)
  const chunks = [...rowChunks(columns, rows)]
  expect(chunks.length).toBeGreaterThan(20)
  expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(3 * 70_000 + 100)
})

test('no rows are no error', async () => {
  expect(await copied(COLUMNS, [])).toEqual([])
})

test.each([
  ['text', 1, 'number is no text'],
  ['integer', 'one', 'string is no integer'],
  ['integer', [1], 'A list is no integer'],
  ['bigint[]', ['one'], 'string is no bigint'],
  ['boolean', 1, 'number is no boolean'],
  ['bigint', true, 'boolean is no bigint'],
  ['smallint', 40_000, '40000 is no smallint'],
  ['integer', 2 ** 31, '2147483648 is no integer'],
  ['integer', 0.5, '0.5 is no integer'],
  ['bigint', 2 ** 53, '9007199254740992 is no bigint'],
  ['integer[]', [Number.NaN], 'NaN is no integer'],
] as const)('%s has no room for %j', (type, value, message) => {
  expect(() => [...rowChunks({ column: type }, [[value]])]).toThrow(message)
})
