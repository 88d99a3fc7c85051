// node tools/run.mjs <program> [arguments]: runs a bundled program such as 'places', or a script such as
// 'tools/check.ts', on Goldpan's Node.
import path from 'node:path'
import { ensureInstalled, root, stop } from './bootstrap.mjs'
import { ensureBuilt } from './build.mjs'
import { launch } from './launch.mjs'

const [program, ...args] = process.argv.slice(2)
if (program === undefined) stop('Usage: node tools/run.mjs <program or script> [arguments]')
await ensureInstalled()
const isScript = program.endsWith('.ts')
if (!isScript) ensureBuilt(['server'])
launch([isScript ? program : path.join(root, 'apps', 'server', 'dist', `${program}.js`), ...args])
