import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** `npm run bench -- <name> …`: runs bench/<name>.ts, or bench/<name>/run.ts. */
const folder = import.meta.dirname
const [name, ...rest] = process.argv.slice(2)
const known = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .flatMap((file) => /^([a-z-]+)(?:\.ts|\/run\.ts)$/.exec(file.replaceAll('\\', '/'))?.[1] ?? [])
  .filter((found) => found !== 'run')
  .toSorted()

if (!name || !known.includes(name)) {
  process.stderr.write(`npm run bench -- ${known.join(' | ')}\n`)
  process.exitCode = 1
} else {
  process.argv.splice(2, process.argv.length, ...rest)
  const file = readdirSync(folder).includes(`${name}.ts`) ? `${name}.ts` : `${name}/run.ts`
  await import(join(folder, file))
}
