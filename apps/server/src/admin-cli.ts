import { parseArgs } from 'node:util'
import * as accounts from './admin/accounts.ts'
import * as billing from './admin/billing.ts'
import * as caps from './admin/caps.ts'
import { type Command, type Options, optionTypes } from './admin/command.ts'
import { openCommandDeps } from './admin/command-deps.ts'
import * as jobs from './admin/jobs.ts'
import * as requests from './admin/requests.ts'
import * as secrets from './admin/secrets.ts'
import * as sending from './admin/sending.ts'
import * as sites from './admin/sites.ts'
import { readConfig } from './config.ts'
import { findRunningUrl } from './db/bundled/bundled-postgres.ts'
import { StartUpError } from './db/start-up-error.ts'
import { OperatorError } from './features/operator/operator-error.ts'
import { type Installation, openInstallation, runTool, terminal } from './open-installation.ts'
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
  'version',
  ...secrets.usage,
]

const USAGE = `Operator commands:
${usage.map((line) => `  npm run admin -- ${line}`).join('\n')}
Every change is in the audit log with operator, time and reason: 'acts' lists it.
Repeating a command with the same --key grants the tokens only once.
'lift-pause' ends pauses of sending for spam complaints or bounces, also of the account's organizations.
Gathering no longer reads an excluded website and its subdomains, from the next request on.
'rotate-secrets' seals stored secrets with a new SECRET_KEY: docs/self-hosting.md has the order.
Use 'forget-secrets' only if the key is lost for good: it creates new signing keys, and mailbox passwords must be
entered again.`

/** Connects to the bundled database of a running application if there is one, otherwise starts one. */
async function withInstallation(work: (installation: Installation) => Promise<void>): Promise<void> {
  const config = readConfig()
  const running = config.databaseUrl ? null : findRunningUrl(config.dataDir)
  const installation = await openInstallation(running ?? undefined)
  try {
    await work(installation)
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

function print(lines: string[]): void {
  for (const line of lines) terminal.out(line)
}

async function run(name: string, args: string[], options: Options): Promise<void> {
  const ofSecrets = Object.hasOwn(secrets.commands, name) ? secrets.commands[name] : undefined
  if (ofSecrets)
    return withInstallation(async (installation) => print(await ofSecrets(installation, options.reason)))
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new StartUpError(USAGE)
  await withInstallation(async (installation) => {
    const { deps, close } = await openCommandDeps(installation)
    try {
      print(await command(deps, args, options))
    } finally {
      await close()
    }
  })
}

// The reader of a pipe, such as `head`, may have seen enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

await runTool(async () => {
  const { name, args, options } = readCommandLine()
  if (name === 'version' || options.version) {
    terminal.out(VERSION)
    return 0
  }
  try {
    await run(name, args, options)
    return 0
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    terminal.err(error.message)
    return 1
  }
})
