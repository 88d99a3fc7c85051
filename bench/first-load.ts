import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rollup } from 'vite'

/**
 * JavaScript that a screen makes a browser fetch, gzipped: what stands in the entry and the screen's own files with all
 * that they import at once. 'Own part' is what comes on top of the application's frame. 'Later' is what a screen fetches
 * only when it is opened there, such as a dialog or the map. The largest modules follow.
 */
const KB = 1000
const limits = { login: 120, search: 220, own: 80 }
const root = join(import.meta.dirname, '../apps/web')

const built = (await build({
  configFile: join(root, 'vite.config.ts'),
  logLevel: 'error',
  build: { write: false },
})) as Rollup.RollupOutput
const chunks = built.output.filter((part) => part.type === 'chunk')
const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
const entry = chunks.find(({ isEntry }) => isEntry)!
function chunkOf(ending: string): Rollup.OutputChunk {
  const chunk = chunks.find(({ modules }) => Object.keys(modules).some((id) => id.endsWith(ending)))
  if (!chunk) throw new Error(`No file holds ${ending}.`)
  return chunk
}

function closure(starts: Rollup.OutputChunk[]): Set<Rollup.OutputChunk> {
  const found = new Set<Rollup.OutputChunk>()
  const waiting = [...starts]
  for (let chunk = waiting.pop(); chunk; chunk = waiting.pop()) {
    if (found.has(chunk)) continue
    found.add(chunk)
    waiting.push(...chunk.imports.flatMap((name) => byName.get(name) ?? []))
  }
  return found
}

const gzipped = (parts: Iterable<Rollup.OutputChunk>): number =>
  [...parts].reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0) / KB

const frame = [entry, chunkOf('app/app-layout.tsx'), chunkOf('app/queries.tsx')]
const withFrame = closure(frame)
let isAbove = false
function say(what: string, size: number, limit: number): void {
  isAbove ||= size > limit
  console.log(`${size > limit ? 'FAILED' : 'ok    '}  ${size.toFixed(1).padStart(6)} of ${limit} kB  ${what}`)
}

say('first load of /login', gzipped(closure([entry, chunkOf('/login-page.tsx')])), limits.login)
say('first load of /search', gzipped(closure([...frame, chunkOf('/search-screen.tsx')])), limits.search)
const lazy = chunks.filter(({ isDynamicEntry, facadeModuleId }) => isDynamicEntry && facadeModuleId !== null)
const screenList = readFileSync(join(root, 'src/app/screen-list.ts'), 'utf8')
const own = lazy
  .map((chunk) => ({
    name: chunk.facadeModuleId!.replace(/^.*\/(apps|packages|node_modules)\//, '$1/'),
    isScreen: screenList.includes(`/${basename(chunk.facadeModuleId!)}'`),
    size: gzipped(closure([chunk]).difference(withFrame)),
  }))
  .toSorted((a, b) => b.size - a.size)
for (const { name, size } of own.filter(({ isScreen }) => isScreen).slice(0, 12))
  say(`own part of ${name}`, size, limits.own)
for (const { name, size } of own.filter(({ isScreen }) => !isScreen).slice(0, 6))
  console.log(`later   ${size.toFixed(1).padStart(6)} kB        ${name}, fetched when it is opened`)

const modules = chunks
  .flatMap(({ modules }) => Object.entries(modules))
  .map(([id, { renderedLength }]) => ({ id, renderedLength }))
  .toSorted((a, b) => b.renderedLength - a.renderedLength)
console.log('\nThe largest modules, in kB before gzip:')
for (const { id, renderedLength } of modules.slice(0, 15))
  console.log(
    `${(renderedLength / KB).toFixed(0).padStart(6)}  ${id.replace(/^.*\/node_modules\//, '').replace(/^.*\/apps\//, 'apps/')}`,
  )
process.exitCode = isAbove ? 1 : 0
