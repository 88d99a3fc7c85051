import { mkdtempSync, readdirSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { Spool } from './spool.ts'

test('records that do not fit into memory wait in a file that not even a killed import leaves behind', () => {
  const folder = mkdtempSync(join(tmpdir(), 'goldpan-spool-'))
  vi.stubEnv('TMPDIR', folder)
  const spool = new Spool<{ name: string }>()
  const records = Array.from({ length: 1200 }, (_, index) => ({
    name: `Ümlaut ☕ ${index} ${'x'.repeat(5000)}`,
  }))
  for (const record of records) spool.push(record)
  expect(readdirSync(folder)).toEqual([])
  expect([...spool]).toEqual(records)
  expect([...spool]).toHaveLength(1200)
  spool.close()
  vi.unstubAllEnvs()
  rmdirSync(folder)
})
