// node tools/image.mjs <folder>: builds Goldpan and copies the result into a folder, without sources, source maps, tests,
// build tools and bundled PostgreSQL.
import { cpSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root, stop } from './bootstrap.mjs'
import { ensureBuilt } from './build.mjs'

const CONTENT = [
  'LICENSE',
  'package.json',
  'apps/server/dist',
  'apps/server/src/db/migrations',
  'apps/web/dist',
  'packages/places/migrations',
  'packages/places/sample',
]

const [folder] = process.argv.slice(2)
if (folder === undefined) stop('Usage: node tools/image.mjs <folder>')
ensureBuilt()
const packages = withDependencies('sharp').map((name) => `node_modules/${name}`)
for (const place of [...CONTENT, ...packages])
  cpSync(path.join(root, place), path.join(folder, place), {
    recursive: true,
    filter: (source) => !source.endsWith('.map'),
  })

/** The package and its dependencies, as far as installed for this platform. */
function withDependencies(name, found = new Set()) {
  const manifest = path.join(root, 'node_modules', name, 'package.json')
  if (found.has(name) || !existsSync(manifest)) return [...found]
  found.add(name)
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(manifest, 'utf8'))
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies }))
    withDependencies(needed, found)
  return [...found]
}
