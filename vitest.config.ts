import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

const include = ['src/**/*.test.ts', 'test/**/*.test.ts']
/** Tests that take minutes or a quiet machine: `npm run test:long`, before a release. */
const LONG = '**/*.long.test.ts'
const short = { exclude: [...configDefaults.exclude, LONG] }
/** Tests that the long gate repeats dozens of times, or at a larger scale. */
const REPEATED = [
  'apps/server/test/faults/{database,follow-up-kills,gathering,inbound,mail-server,opens,sending,sending-workers,slow-group,unsubscribing}.test.ts',
  'apps/server/src/features/follow-ups/{counting,preview,time}.test.ts',
  'apps/server/test/abuse/redos.test.ts',
  'apps/server/test/scale/many-due.test.ts',
  'packages/places/test/overture.test.ts',
]
/** Starts the one PostgreSQL server that the tests of both projects share. */
const globalSetup = fileURLToPath(import.meta.resolve('./apps/server/test/postgres-for-tests.ts'))
/** Kills the processes that the tests of a file started and left running. */
const endProcesses = fileURLToPath(import.meta.resolve('./apps/server/test/after-each-file.ts'))
const bundle = fileURLToPath(import.meta.resolve('./apps/server/test/bundle-for-tests.ts'))

/**
 * Files that keep nothing in their modules share a process, which loads those once: loading the server takes longer
 * than most of its tests.
 */
const shared = { isolate: false }

/** Node runs the source as it stands: read by the test runner first, it would load in twice the time. */
const native = { experimental: { viteModuleRunner: false, nodeLoader: false } }

export default defineConfig({
  test: {
    reporters: ['default'],
    // Only a broken promise takes that long; a busy machine stalls for seconds.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    // One more than cores: many tests wait for a killed process, a lease or a mail server.
    maxWorkers: availableParallelism() + 1,
    projects: [
      ...['contract', 'crawler', 'campaign-mail'].map((name) => ({
        extends: true as const,
        test: { name, root: `packages/${name}`, include, ...short, ...shared, ...native },
      })),
      {
        extends: true,
        test: { name: 'places', root: 'packages/places', include, ...short, globalSetup, ...native },
      },
      {
        extends: true,
        test: {
          name: 'server',
          root: 'apps/server',
          include: ['src/**/*.test.ts'],
          ...short,
          globalSetup,
          ...shared,
          ...native,
        },
      },
      // Whole servers under faults and load.
      {
        extends: true,
        test: {
          name: 'server-whole',
          root: 'apps/server',
          include: ['test/**/*.test.ts'],
          // Some start five programs, each of which takes half a minute on a machine with much else to do, and a
          // message that failed once waits five minutes.
          testTimeout: 600_000,
          ...short,
          globalSetup: [bundle, globalSetup],
          setupFiles: [endProcesses],
          ...shared,
          ...native,
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          root: '.',
          include: [LONG, ...REPEATED],
          testTimeout: 600_000,
          exclude: configDefaults.exclude,
          globalSetup: [bundle, globalSetup],
          // One after the other: some fill a disk or count the memory of a process.
          fileParallelism: false,
          setupFiles: [endProcesses],
          env: { LONG_FORM: 'yes' },
          ...native,
        },
      },
      {
        extends: true,
        test: { name: 'web', root: 'apps/web', include: ['src/**/*.test.{ts,tsx}'], ...shared },
      },
      {
        extends: true,
        test: { name: 'tools', root: 'tools', include: ['**/*.test.ts'], globalSetup, ...shared, ...native },
      },
    ],
  },
})
