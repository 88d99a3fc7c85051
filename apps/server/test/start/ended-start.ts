import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/** Result of a start that fails. */
export interface EndedStart {
  code: number | null
  errors: string
}

const MAIN = path.join(import.meta.dirname, '../../src/main.ts')

/** Starts the real program with only these settings and waits until it exits. */
export async function startAndEnd(environment: Record<string, string>): Promise<EndedStart> {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 60_000,
  })
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  await once(child, 'close')
  return { code: child.exitCode, errors }
}
