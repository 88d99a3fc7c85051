// npm start: installs what is missing, builds what changed and runs Goldpan.
import path from 'node:path'
import { ensureInstalled, root } from './bootstrap.mjs'
import { ensureBuilt } from './build.mjs'
import { launch } from './launch.mjs'

await ensureInstalled()
ensureBuilt()
launch([path.join(root, 'apps', 'server', 'dist', 'main.js'), ...process.argv.slice(2)])
