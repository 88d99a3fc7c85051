// node tools/run.mjs [NAME=value …] [options of Node] <file.ts> [arguments]: runs a file of the project on the Node from
// the lock file.
import path from 'node:path'
import { ensureInstalled, root, stop } from './bootstrap.mjs'
import { becomeNode } from './run-node.mjs'

const given = process.argv.slice(2)
while (/^[A-Z_]+=/.test(given[0] ?? '')) {
  const [name, value] = given.shift().split('=', 2)
  process.env[name] ??= value
}
const at = given.findIndex((argument) => !argument.startsWith('--'))
if (at < 0) stop('Say which file to run: node tools/run.mjs <file.ts> [arguments]')
await ensureInstalled()
// As npm start: what Node made of the source is kept for the next run, and its threads hoard no memory each.
process.env.NODE_COMPILE_CACHE ??= path.join(root, 'node_modules', '.cache', 'node')
process.env.MALLOC_ARENA_MAX ??= '1'
becomeNode(given)
