// node tools/run.mjs [options of Node] <file.ts> [arguments]: runs a file of the project on the Node from the lock file.
import { ensureInstalled, stop } from './bootstrap.mjs'
import { becomeNode } from './run-node.mjs'

const given = process.argv.slice(2)
const at = given.findIndex((argument) => !argument.startsWith('--'))
if (at < 0) stop('Say which file to run: node tools/run.mjs <file.ts> [arguments]')
await ensureInstalled()
becomeNode(given)
