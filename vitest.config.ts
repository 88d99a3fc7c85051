import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const include = ['src/**/*.test.ts', 'test/**/*.test.ts']
/** Starts the one PostgreSQL server that the tests of both projects share. */
const globalSetup = fileURLToPath(import.meta.resolve('./apps/server/test/postgres-for-tests.ts'))

export default defineConfig({
  test: {
    reporters: ['default'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      ...['contract', 'crawler', 'campaign-mail'].map((name) => ({
        test: { name, root: `packages/${name}`, include },
      })),
      { test: { name: 'places', root: 'packages/places', include, globalSetup } },
      { test: { name: 'server', root: 'apps/server', include, globalSetup } },
      { test: { name: 'web', root: 'apps/web', include: ['src/**/*.test.ts'] } },
      { test: { name: 'tools', root: 'tools', include: ['**/*.test.ts'] } },
    ],
  },
})
