import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rollup } from 'vite'

/**
 * JavaScript that a screen loads before it can be used, gzipped: the entry and the screen's own files with all that they
 * import statically. What a screen loads only when something is opened, such as a dialog or the map, is listed below.
 */
const KB = 1000
const limits = { signedOut: 160, signedIn: 300 }
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

const nameOf = (id: string) => id.replace(/^.*\/(apps|packages|node_modules)\//, '$1/')

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

const layout = chunkOf('app/app-layout.tsx')
/** Files of screens, as app/routes.tsx names them. */
const screens = new Set(
  [...readFileSync(join(root, 'src/app/routes.tsx'), 'utf8').matchAll(/import\('[^']*?([^/']+)'\)/g)].map(
    ([, file]) => file!,
  ),
)
const lazy = chunks.filter(({ isDynamicEntry, facadeModuleId }) => isDynamicEntry && facadeModuleId !== null)
const isSignedOut = (id: string) => /features\/(accounts|legal)\//.test(id)

const firstLoads = lazy
  .filter(({ facadeModuleId }) => screens.has(basename(facadeModuleId!)))
  .map((chunk) => {
    const id = chunk.facadeModuleId!
    const parts = closure(isSignedOut(id) ? [entry, chunk] : [entry, layout, chunk])
    const limit = isSignedOut(id) ? limits.signedOut : limits.signedIn
    return { name: nameOf(id), size: gzipped(parts), files: parts.size, limit }
  })
  .toSorted((a, b) => b.size - a.size)
for (const { name, size, files, limit } of firstLoads)
  console.log(
    `${size > limit ? 'FAILED' : 'ok    '}  ${size.toFixed(1).padStart(6)} of ${limit} kB in ${files} files  ${name}`,
  )

const withLayout = closure([entry, layout])
const later = lazy
  .filter(({ facadeModuleId }) => !screens.has(basename(facadeModuleId!)))
  .map((chunk) => ({
    name: nameOf(chunk.facadeModuleId!),
    size: gzipped(closure([chunk]).difference(withLayout)),
  }))
  .toSorted((a, b) => b.size - a.size)
console.log('\nLoaded when opened:')
for (const { name, size } of later.slice(0, 6)) console.log(`${size.toFixed(1).padStart(6)} kB  ${name}`)

const modules = chunks
  .flatMap(({ modules }) => Object.entries(modules))
  .map(([id, { renderedLength }]) => ({ id, renderedLength }))
  .toSorted((a, b) => b.renderedLength - a.renderedLength)
console.log('\nThe largest modules, in kB before gzip:')
for (const { id, renderedLength } of modules.slice(0, 15))
  console.log(
    `${(renderedLength / KB).toFixed(0).padStart(6)}  ${id.replace(/^.*\/node_modules\//, '').replace(/^.*\/apps\//, 'apps/')}`,
  )
process.exitCode = firstLoads.some(({ size, limit }) => size > limit) ? 1 : 0
