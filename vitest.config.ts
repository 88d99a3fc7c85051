import { defineConfig } from 'vitest/config'

const server = { test: { name: 'server', root: 'apps/server', include: ['src/**/*.test.ts', 'test/**/*.test.ts'] } }

export default defineConfig({
  test: {
    reporters: ['default'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      ...['contract', 'crawler', 'places', 'campaign-mail'].map((name) => ({
        test: { name, root: `packages/${name}`, include: ['src/**/*.test.ts', 'test/**/*.test.ts'] },
      })),
      server,
      { test: { name: 'web', root: 'apps/web', include: ['src/**/*.test.ts'] } },
      { test: { name: 'tools', root: 'tools', include: ['**/*.test.ts'] } },
    ],
  },
})
