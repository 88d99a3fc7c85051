import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Runs tests of whole servers whose short form is part of `npm test`, with more of everything, and shows the figures they print. */
export function runLongForm(files: string[], environment: Record<string, string>): void {
  const { status } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--project',
      'server-whole',
      ...files,
      '--disable-console-intercept=true',
    ],
    { cwd: root, env: { ...process.env, LONG_FORM: 'yes', ...environment }, stdio: 'inherit' },
  )
  process.exitCode = status ?? 1
}
