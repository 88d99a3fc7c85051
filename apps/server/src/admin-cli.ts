import { parseArgs } from 'node:util'
import * as accounts from './admin/accounts.ts'
import * as billing from './admin/billing.ts'
import * as caps from './admin/caps.ts'
import { type Command, type Options, optionTypes } from './admin/command.ts'
import { openCommandDeps, terminalOperator } from './admin/command-deps.ts'
import * as jobs from './admin/jobs.ts'
import * as requests from './admin/requests.ts'
import { runRotation } from './admin/rotate-secrets.ts'
import * as sending from './admin/sending.ts'
import * as sites from './admin/sites.ts'
import { vaultDepsOf } from './compose-ports.ts'
import { readConfig } from './config.ts'
import { findRunningUrl } from './db/bundled/bundled-postgres.ts'
import { StartUpError } from './db/start-up-error.ts'
import { createAuditLog } from './features/operator/audit-log.ts'
import { OperatorError } from './features/operator/operator-error.ts'
import { type Installation, openInstallation, runTool, terminal } from './open-installation.ts'
import { systemClock } from './providers/clock/system.ts'
import { forgetSealed, openVault } from './providers/vault/open-vault.ts'
import { VERSION } from './version.ts'

const commands: Record<string, Command> = {
  ...accounts.commands,
  ...billing.commands,
  ...caps.commands,
  ...sending.commands,
  ...jobs.commands,
  ...requests.commands,
  ...sites.commands,
}
const usage = [
  ...accounts.usage,
  ...billing.usage,
  ...caps.usage,
  ...sending.usage,
  ...jobs.usage,
  ...requests.usage,
  ...sites.usage,
]

const USAGE = `Operator commands:
${usage.map((line) => `  npm run admin -- ${line}`).join('\n')}
  npm run admin -- version
  npm run admin -- rotate-secrets [--reason "…"]
  npm run admin -- forget-secrets [--reason "…"]
Every change is in the audit log with operator, time and reason: 'acts' lists it.
Repeating a command with the same --key grants the tokens only once.
'lift-pause' ends pauses of sending for spam complaints or bounces, also of the account's organizations.
Gathering no longer reads an excluded website and its subdomains, from the next request on.
'rotate-secrets' seals stored secrets with a new SECRET_KEY: docs/self-hosting.md has the order.
Use 'forget-secrets' only if the key is lost for good: it creates new signing keys, and mailbox passwords must be
entered again.`

/** Connects to the bundled database of a running application if there is one, otherwise starts one. */
async function withInstallation<Result>(work: (installation: Installation) => Promise<Result>) {
  const config = readConfig()
  const running = config.databaseUrl ? null : findRunningUrl(config.dataDir)
  const installation = await openInstallation(running ?? undefined)
  try {
    return await work(installation)
  } finally {
    await installation.close()
  }
}

function readCommandLine(): { name: string; args: string[]; options: Options } {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: optionTypes,
    })
    const [name = '', ...args] = positionals
    return { name, args, options: values }
  } catch (error) {
    throw new StartUpError(`${error instanceof Error ? error.message : error}\n\n${USAGE}`)
  }
}

/** Outside of `commands`, which start only with the right key. */
async function forgetSecrets(installation: Installation, reason?: string): Promise<number> {
  const vaultDeps = vaultDepsOf(installation, systemClock)
  if (!(await forgetSealed(vaultDeps))) {
    terminal.err('The key opens the stored secrets. Nothing was changed.')
    return 1
  }
  await openVault(vaultDeps)
  const { db } = installation.database
  const entry = { operator: terminalOperator(), account: null, subject: null, action: 'forget-secrets' }
  await createAuditLog({ db, systemClock }).record(db, { ...entry, ...(reason && { reason }) })
  terminal.out(
    'The secrets of the lost key are deleted. Publish the new DKIM record (npm run mail -- check), ask people to enter their mailbox passwords again, and restart every process with this key.',
  )
  return 0
}

// The reader of a pipe, such as `head`, may have seen enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

await runTool(async () => {
  const { name, args, options } = readCommandLine()
  if (name === 'forget-secrets')
    return withInstallation((installation) => forgetSecrets(installation, options.reason))
  if (name === 'rotate-secrets')
    return withInstallation(async (installation) => {
      for (const line of await runRotation(installation, options.reason)) terminal.out(line)
      return 0
    })
  if (name === 'version' || options.version) {
    terminal.out(VERSION)
    return 0
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new StartUpError(USAGE)
  return withInstallation(async (installation) => {
    const { deps, close } = await openCommandDeps(installation)
    try {
      for (const line of await command(deps, args, options)) terminal.out(line)
      return 0
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error
      terminal.err(error.message)
      return 1
    } finally {
      await close()
    }
  })
})
