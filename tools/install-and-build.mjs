// npm run build: installs what is missing and builds what changed, for a service that only runs the result.
import { ensureInstalled } from './bootstrap.mjs'
import { ensureBuilt } from './build.mjs'

await ensureInstalled()
ensureBuilt()
