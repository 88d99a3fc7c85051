import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

/** `npm run check`: all static checks. */
const root = join(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules/.bin', name)
const node = (...args: string[]) => [process.execPath, ...args]

const checks: { name: string; command: string[] }[] = [
  {
    name: 'format and lint',
    command: [bin('biome'), 'check', '--error-on-warnings', '--max-diagnostics=40', '.'],
  },
  { name: 'types, server and packages', command: [bin('tsc'), '-p', '.', '--noEmit'] },
  { name: 'types, browser', command: [bin('tsc'), '-p', 'apps/web', '--noEmit'] },
  { name: 'types, browser journeys', command: [bin('tsc'), '-p', 'e2e', '--noEmit'] },
  { name: 'house rules', command: node('tools/check-boundaries.ts') },
  { name: 'nothing unused', command: [bin('knip'), '--no-progress', '--no-config-hints'] },
  { name: 'generated settings page', command: node('tools/settings-docs.ts', '--check') },
  { name: 'generated limits page', command: node('tools/limits-docs.ts', '--check') },
  { name: 'test names in documents', command: node('tools/check-asvs.ts') },
  { name: 'versions and change log', command: node('tools/check-changelog.ts') },
  { name: 'commit subjects', command: node('tools/check-subjects.ts') },
  { name: 'known vulnerabilities', command: node('tools/check-audit.ts') },
]

interface Outcome {
  code: number | null
  output: string
}

function run([program, ...args]: string[]): Promise<Outcome> {
  const child = spawn(program!, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}

/** Runs one check per core, and prints the results in order. */
const outcomes: Promise<Outcome>[] = []
const free = Array.from({ length: availableParallelism() }, () => Promise.resolve() as Promise<unknown>)
for (const [index, { command }] of checks.entries()) {
  const place = index % free.length
  const outcome = free[place]!.then(() => run(command))
  free[place] = outcome.catch(() => undefined)
  outcomes.push(outcome)
}

let failed = 0
for (const [index, { name }] of checks.entries()) {
  const { code, output } = await outcomes[index]!
  if (code === 0)
    console.log(
      `ok      ${name}${output.includes('could not be asked') ? ' (the registry could not be reached)' : ''}`,
    )
  else {
    failed += 1
    console.log(`FAILED  ${name}\n${output}`)
  }
}
process.exitCode = failed > 0 ? 1 : 0
console.log(failed > 0 ? `${failed} of ${checks.length} checks failed` : `all ${checks.length} checks passed`)
