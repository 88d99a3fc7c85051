import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * `npm run bench -- faults [file …]`: the tests of faults in their long form. 30 kills of workers during a send to 2,000
 * recipients and during a gathering of 300 businesses, 20 kills of the listener while 500 messages come in, 500
 * unsubscriptions during a send to 5,000, a mail server that answers after 30 s. Each prints its counts.
 */
const names = process.argv.slice(2)
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
const files =
  names.length > 0 ? names.map((name) => `apps/server/test/faults/${name}`) : ['apps/server/test/faults']
const child = spawn(
  process.execPath,
  [vitest, 'run', '--project', 'server-whole', '--reporter', 'verbose', '--no-file-parallelism', ...files],
  { env: { ...process.env, FAULTS: 'long' }, stdio: 'inherit' },
)
const [code] = await once(child, 'exit')
process.exitCode = code ?? 1
