import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const include = ['src/**/*.test.ts', 'test/**/*.test.ts']
/** Starts the one PostgreSQL server that the tests of both projects share. */
const globalSetup = fileURLToPath(import.meta.resolve('./apps/server/test/postgres-for-tests.ts'))
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
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // As many as there are cores: the default keeps one free, which halves the speed of a small machine.
    maxWorkers: availableParallelism(),
    projects: [
      ...['contract', 'crawler', 'campaign-mail'].map((name) => ({
        extends: true as const,
        test: { name, root: `packages/${name}`, include, ...shared, ...native },
      })),
      { extends: true, test: { name: 'places', root: 'packages/places', include, globalSetup, ...native } },
      {
        extends: true,
        test: {
          name: 'server',
          root: 'apps/server',
          include: ['src/**/*.test.ts'],
          globalSetup,
          ...shared,
          ...native,
        },
      },
      // Whole servers under faults and load, with limits and observers of the process itself: each file in its own.
      {
        extends: true,
        test: {
          name: 'server-whole',
          root: 'apps/server',
          include: ['test/**/*.test.ts'],
          globalSetup: [bundle, globalSetup],
          ...native,
        },
      },
      { extends: true, test: { name: 'web', root: 'apps/web', include: ['src/**/*.test.ts'], ...shared } },
      {
        extends: true,
        test: { name: 'tools', root: 'tools', include: ['**/*.test.ts'], globalSetup, ...shared, ...native },
      },
    ],
  },
})
