// npm start: installs what is missing, builds the screens if they changed, and starts Goldpan.
import path from 'node:path'
import { ensureInstalled, root } from './bootstrap.mjs'
import { becomeNode } from './run-node.mjs'
import { ensureWebBuilt } from './start-web-build.mjs'

await ensureInstalled()
ensureWebBuilt()
// What Node made of the source is kept for the next start, which is quicker and takes less memory then.
process.env.NODE_COMPILE_CACHE ??= path.join(root, 'node_modules', '.cache', 'node')
// As is what its threads set free, instead of a hoard for each.
process.env.MALLOC_ARENA_MAX ??= '1'
// Node reserves up to 134 MB for young objects on a large machine, and gives none of it back.
becomeNode([
  '--max-semi-space-size=4',
  path.join(root, 'apps', 'server', 'src', 'main.ts'),
  ...process.argv.slice(2),
])
