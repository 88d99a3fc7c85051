import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/**
 * `npm run test:long [file …]`: faults, hostile websites, fuzzing and slow pages with more of everything, one file after
 * the other. Run it before a release. `FUZZ_SEED` repeats a failed fuzzing.
 */
const root = join(import.meta.dirname, '..')
const named = process.argv.slice(2)
const files = named.length > 0 ? named : ['test/faults', 'contract-fuzz.test.ts', 'redos.test.ts']

const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--project=server-whole',
    '--reporter=verbose',
    '--no-file-parallelism',
    '--disable-console-intercept',
    ...files,
  ],
  { cwd: root, env: { ...process.env, LONG_FORM: 'yes' }, stdio: 'inherit' },
)
process.exitCode = status ?? 1
