// npm start: installs what is missing, builds the screens if they changed, and starts Goldpan.
import path from 'node:path'
import { ensureInstalled, root } from './bootstrap.mjs'
import { becomeNode } from './run-node.mjs'
import { ensureWebBuilt } from './start-web-build.mjs'

await ensureInstalled()
ensureWebBuilt()
becomeNode([path.join(root, 'apps', 'server', 'src', 'main.ts'), ...process.argv.slice(2)])
