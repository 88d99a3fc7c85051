import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { emptyDatabase } from '../empty-database.ts'
import { startProduct } from '../product-process.ts'
import { startAndEnd } from './ended-start.ts'
import { newFolder } from './folders-for-tests.ts'

const SETTINGS = { NODE_ENV: 'test', DEMO: 'off', INBOUND_SMTP_PORT: 'off', PORT: '0', BOT_CHECK: 'off' }

const url = await emptyDatabase()
const dataDir = mkdtempSync(path.join(tmpdir(), 'goldpan-keys-'))
const first = await startProduct({ ...SETTINGS, DATABASE_URL: url, DATA_DIR: dataDir, SECRET_KEY: '' })
afterAll(async () => {
  await first.kill()
  rmSync(dataDir, { recursive: true })
})

const refused = (environment: Record<string, string>) =>
  startAndEnd({ ...SETTINGS, DATABASE_URL: url, DATA_DIR: newFolder(), ...environment })

test.each(['web', 'worker', 'inbound'])(
  'a second machine with the role %s and without the first one’s key does not start and creates no key',
  async (role) => {
    const folder = newFolder()
    const { code, errors } = await refused({ ROLES: role, DATA_DIR: folder })
    expect(errors).toBe(
      `The key file ${folder}/secret.key is missing, and the database holds secrets that only its key opens. Put the file back from a backup or from the machine that made it, or set SECRET_KEY to the file's content or to what the other processes have. Nothing was started.\n`,
    )
    expect(code).toBe(1)
    expect(() => readFileSync(path.join(folder, 'secret.key'))).toThrow('ENOENT')
  },
)

test('a process with another SECRET_KEY does not start', async () => {
  const { code, errors } = await refused({ SECRET_KEY: 'something that is not what was used before' })
  expect(errors).toMatch(/^SECRET_KEY is not the key .* Nothing was started\.\n$/)
  expect(code).toBe(1)
})

test('a replaced key file is refused, and the original works again', async () => {
  const key = path.join(dataDir, 'secret.key')
  renameSync(key, `${key}.kept`)
  writeFileSync(key, 'cd'.repeat(32))
  const { code, errors } = await refused({ DATA_DIR: dataDir })
  expect(errors).toMatch(/^The key in .*secret\.key is not the one .* Nothing was started\.\n$/)
  expect(code).toBe(1)
  renameSync(`${key}.kept`, key)
  const again = await startProduct({ ...SETTINGS, DATABASE_URL: url, DATA_DIR: dataDir, SECRET_KEY: '' })
  await again.kill()
})
