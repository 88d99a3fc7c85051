import { expect, test } from 'vitest'
import { copyRows, type Value } from '../src/store/copy.ts'
import { createTestDirectory } from './database.ts'

const { pool } = await createTestDirectory()

/** Copies rows and reads them back. */
async function copied(rows: readonly Value[][]): Promise<unknown[]> {
  const client = await pool.connect()
  try {
    await client.query(`
      create temporary table copied (
        n serial, whole integer, large bigint, real double precision, is_true boolean, words text, texts text[])`)
    const columns = ['whole', 'large', 'real', 'is_true', 'words', 'texts']
    await copyRows(client, 'copied', columns, rows)
    const { rows: found } = await client.query(`select to_jsonb(copied) as found from copied order by n`)
    return found.map((row: { found: Record<string, unknown> }) => columns.map((name) => row.found[name]))
  } finally {
    client.release(true)
  }
}

test('values of each type are stored unchanged', async () => {
  const rows: Value[][] = [
    [2, 3, 4.5, true, 'six', ['nine']],
    [-2147483648, -9007199254740991, -0.1, false, '', []],
    [2147483647, 9007199254740991, 1e300, false, '\\N', ['', '"{},\\', '\\N', 'NULL']],
    [null, null, null, null, null, null],
    [0, 0, 0, true, 'Zürich ☕ 🏔️ שלום\t\r\n', ['a b', 'é🏔️', 'null', 'tab\tand\nline']],
  ]
  expect(await copied(rows)).toEqual(rows)
})

test('NUL is dropped, and an unpaired surrogate replaced', async () => {
  const [row] = await copied([[1, 1, 1, true, 'a\0b\ud800c', ['\0', 'x\udfff']]])
  expect(row).toEqual([1, 1, 1, true, 'ab\ufffdc', ['', 'x\ufffd']])
})

test('copying no rows succeeds', async () => {
  expect(await copied([])).toEqual([])
})

test('a value that the column cannot hold fails the copy', async () => {
  await expect(copied([[2 ** 31, 0, 0, true, '', []]])).rejects.toThrow('out of range')
})
