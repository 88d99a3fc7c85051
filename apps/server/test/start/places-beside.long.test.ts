import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { startBundledPostgres } from '../../src/db/bundled/bundled-postgres.ts'
import { newFolder } from './folders-for-tests.ts'

const run = promisify(execFile)
const cli = path.join(import.meta.dirname, '../../src/places-cli.ts')
const sample = path.join(import.meta.dirname, '../../../../packages/places/sample/liechtenstein.osm.pbf')

test('npm run places works while an application runs on the same data folder', async () => {
  const folder = newFolder()
  const application = await startBundledPostgres({ dataDir: folder, durable: false })
  onTestFinished(() => application.stop())
  const env = { ...process.env, NODE_ENV: 'test', LOG_LEVEL: 'error', DATA_DIR: folder, DATABASE_URL: '' }

  await run(process.execPath, [cli, 'import', sample, '--region', 'here'], { env })
  const { stdout } = await run(process.execPath, [cli, 'list'], { env })
  expect(stdout).toContain('here')
})
