import { spawnSync } from 'node:child_process'
import { readAudit } from './audit/audit.ts'
import { root } from './boundaries/sources.ts'

/** Asks the registry for known vulnerabilities. Passes with a note if it can't be reached. */
const TIMEOUT_MS = 10_000

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json', '--fetch-retries=0'], {
  cwd: root,
  encoding: 'utf8',
  timeout: TIMEOUT_MS,
  maxBuffer: 64 * 1024 * 1024,
})
const { isKnown, findings } = readAudit(stdout ?? '')
if (!isKnown) console.log('The registry could not be asked for known holes.')
for (const finding of findings) console.log(finding)
process.exitCode = findings.length > 0 ? 1 : 0
