import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * `npm run bench -- journeys-on-many [file …]`: the browser journeys against two web, three worker and one inbound
 * process behind a proxy that sends each request to another web process in turn.
 */
const playwright = join(dirname(createRequire(import.meta.url).resolve('@playwright/test')), 'cli.js')
const child = spawn(process.execPath, [playwright, 'test', ...process.argv.slice(2)], {
  env: { ...process.env, E2E_PROCESSES: 'many' },
  stdio: 'inherit',
})
const [code] = await once(child, 'exit')
process.exitCode = code ?? 1
