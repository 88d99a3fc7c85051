import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rollup } from 'vite'

/** JavaScript loaded when a screen is opened first, gzipped: the entry, the screen and all their imports. */
const KB = 1000
const LOGIN_KB = 160
const SCREEN_KB = 300
const SHOWN = 12
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

function gzippedWithImports(starts: Rollup.OutputChunk[]): number {
  const found = new Set<Rollup.OutputChunk>()
  const waiting = [...starts]
  for (let chunk = waiting.pop(); chunk; chunk = waiting.pop()) {
    if (found.has(chunk)) continue
    found.add(chunk)
    waiting.push(...chunk.imports.flatMap((name) => byName.get(name) ?? []))
  }
  return [...found].reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0) / KB
}

function report(name: string, size: number, limit: number): void {
  const isAbove = size > limit
  console.log(`${isAbove ? 'FAILED' : 'ok    '}  ${size.toFixed(1).padStart(6)} of ${limit} KB  ${name}`)
  if (isAbove) process.exitCode = 1
}

report('login', gzippedWithImports([entry, chunkOf('/login-page.tsx')]), LOGIN_KB)
const layout = chunkOf('app/app-layout.tsx')
const routes = readFileSync(join(root, 'src/app/routes.tsx'), 'utf8')
const screens = chunks
  .flatMap((chunk) => {
    const name = basename(chunk.facadeModuleId ?? '')
    const isScreen = chunk.isDynamicEntry && name !== '' && routes.includes(`/${name}'`)
    return isScreen ? [{ name, size: gzippedWithImports([entry, layout, chunk]) }] : []
  })
  .toSorted((a, b) => b.size - a.size)
if (screens.length === 0) throw new Error('No file of a screen was found.')
for (const { name, size } of screens.slice(0, SHOWN)) report(name, size, SCREEN_KB)
