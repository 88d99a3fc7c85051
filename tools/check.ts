import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** `npm run check`: everything that can be said about the code without running it. */
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
  { name: 'rules of the house', command: node('tools/check-boundaries.ts') },
  { name: 'nothing unused', command: [bin('knip'), '--no-progress', '--no-config-hints'] },
  { name: 'generated documents', command: node('tools/settings-docs.ts', '--check') },
  { name: 'proofs of the security table', command: node('tools/check-asvs.ts') },
  { name: 'known holes in dependencies', command: node('tools/check-audit.ts') },
]

let failed = 0
for (const { name, command } of checks) {
  const { status, stdout, stderr } = spawnSync(command[0]!, command.slice(1), { cwd: root, encoding: 'utf8' })
  if (status === 0)
    console.log(
      `ok      ${name}${stdout.includes('could not be asked') ? ' (the registry could not be asked)' : ''}`,
    )
  else {
    failed += 1
    console.log(`FAILED  ${name}\n${stdout}${stderr}`)
  }
}
process.exitCode = failed > 0 ? 1 : 0
console.log(failed > 0 ? `${failed} of ${checks.length} checks failed` : `all ${checks.length} checks hold`)
