// node tools/run.mjs <file.ts> [arguments]: runs a file of the project on the Node from the lock file.
import { ensureInstalled, stop } from './bootstrap.mjs'
import { becomeNode } from './run-node.mjs'

const [file, ...args] = process.argv.slice(2)
if (file === undefined) stop('Say which file to run: node tools/run.mjs <file.ts> [arguments]')
await ensureInstalled()
becomeNode([file, ...args])
