import { mkdtempSync, readdirSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Spool } from './spool.ts'

const recordsOf = (count: number, characters: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `Ümlaut\n☕ ${index} ${'x'.repeat(characters)}`,
  }))

function filled<T>(records: readonly T[], held?: number): Spool<T> {
  const spool = new Spool<T>(held)
  onTestFinished(() => spool.close())
  for (const record of records) spool.push(record)
  return spool
}

test('records that do not fit into memory wait in a file that not even a killed import leaves behind', () => {
  const folder = mkdtempSync(join(tmpdir(), 'goldpan-spool-'))
  vi.stubEnv('TMPDIR', folder)
  onTestFinished(() => rmdirSync(folder))
  onTestFinished(() => void vi.unstubAllEnvs())
  const records = recordsOf(1200, 5000)
  const spool = filled(records, 1_000_000)
  expect(readdirSync(folder)).toEqual([])
  expect([...spool]).toEqual(records)
  expect([...spool]).toHaveLength(1200)
  vi.stubEnv('TMPDIR', join(folder, 'missing'))
  expect(() => filled(records.slice(0, 100), 1_000_000)).not.toThrow()
  expect(() => filled(records, 1_000_000)).toThrow('ENOENT')
})

test.each([
  ['all in memory', 100, 10, 1_000_000],
  ['none but in memory yet', 100, 10, 0],
  ['many to a line', 20_000, 40, 1000],
  ['longer than a line', 40, 100_000, 1000],
])('records are read as they came, %s, also for the last time', (_, count, characters, held) => {
  const records = recordsOf(count, characters)
  const spool = filled(records, held)
  expect([...spool]).toEqual(records)
  expect([...spool.drain()]).toEqual(records)
})

test('what was read for the last time is given back as it goes', () => {
  const spool = filled(recordsOf(10, 10))
  const drained = spool.drain()
  expect(drained.next().done).toBe(false)
  expect([...spool]).toEqual([])
  expect([...drained]).toHaveLength(9)
  expect(spool).toHaveLength(10)
})
