// npm run dev: Goldpan with its real parts, where every change shows at once, on both sides.
import path from 'node:path'
import { ensureInstalled, root } from './bootstrap.mjs'
import { launch } from './launch.mjs'

await ensureInstalled()
launch([path.join(root, 'tools', 'dev-server.mjs')])
