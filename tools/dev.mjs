// npm run dev: runs server and browser application with reload on change.
import path from 'node:path'
import { ensureInstalled, root } from './bootstrap.mjs'
import { launch } from './launch.mjs'

await ensureInstalled()
launch([path.join(root, 'tools', 'dev-server.mjs')])
