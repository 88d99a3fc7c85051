import { createPlaces } from '@goldpan/places'
import { runPlacesCommand } from '@goldpan/places/command'
import { readConfig } from './config.ts'
import { findRunningUrl } from './db/bundled/bundled-postgres.ts'
import { openInstallation, runTool } from './open-installation.ts'

/** The first Ctrl-C ends an import in order, the second at once. */
const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => stopped.abort(new Error('Stopped')))
// `| head` closes the pipe early.
process.stdout.on('error', () => process.exit(0))

/** The command writes line endings itself: progress overwrites its line. */
const io = {
  out: (text: string) => void process.stdout.write(text),
  err: (text: string) => void process.stderr.write(text),
  isTerminal: process.stderr.isTTY,
  signal: stopped.signal,
}

/**
 * `npm run places -- import <file> | list | remove <region> | search --query … --location … --json`. May run beside
 * the application, which finds imported places at once.
 */
await runTool(async () => {
  const config = readConfig()
  const running = config.databaseUrl ? null : findRunningUrl(config.dataDir)
  const installation = await openInstallation(running ?? undefined)
  try {
    return await runPlacesCommand(createPlaces(installation.database.direct), process.argv.slice(2), io)
  } finally {
    await installation.close()
  }
})
