import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const include = ['src/**/*.test.ts', 'test/**/*.test.ts']
/** Starts the one PostgreSQL server that the tests of both projects share. */
const globalSetup = fileURLToPath(import.meta.resolve('./apps/server/test/postgres-for-tests.ts'))

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
        test: { name, root: `packages/${name}`, include },
      })),
      { extends: true, test: { name: 'places', root: 'packages/places', include, globalSetup } },
      { extends: true, test: { name: 'server', root: 'apps/server', include, globalSetup } },
      { extends: true, test: { name: 'web', root: 'apps/web', include: ['src/**/*.test.ts'] } },
      { extends: true, test: { name: 'tools', root: 'tools', include: ['**/*.test.ts'] } },
    ],
  },
})
