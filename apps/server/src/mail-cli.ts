import { runMailCommand } from '@goldpan/campaign-mail/command'
import { compose } from './compose.ts'
import { vaultDepsOf } from './compose-ports.ts'
import { createSendingDomainOf } from './compose-sending-domain.ts'
import { type Config, readConfig } from './config.ts'
import { findRunningUrl } from './db/bundled/bundled-postgres.ts'
import { runDomainCommand } from './features/sending-domain/sending-domain.command.ts'
import { runReplayCommand } from './features/tracking/tracking.command.ts'
import { type Installation, openInstallation, runTool, terminal } from './open-installation.ts'
import { systemClock } from './providers/clock/system.ts'
import { createDns } from './providers/dns/system.ts'
import { openVault } from './providers/vault/open-vault.ts'

/**
 * `npm run mail -- classify <file or folder> --json`, `… labels [file] --json`, `… check [domain] --json`,
 * `… replay [--apply] --json`
 */
await runTool(async () => {
  const [command, ...rest] = process.argv.slice(2)
  if (command === 'check') return checkDomain(rest)
  if (command === 'replay') return replay(rest)
  return runMailCommand(process.argv.slice(2), terminal)
})

/** Connects to the bundled database of a running application if there is one, otherwise starts one. */
function openBeside(config: Config): Promise<Installation> {
  const running = config.databaseUrl ? null : findRunningUrl(config.dataDir)
  return openInstallation(running ?? undefined)
}

async function replay(argv: string[]): Promise<number> {
  const config = readConfig()
  const installation = await openBeside(config)
  try {
    const app = await compose({
      ...installation,
      config: { ...installation.config, roles: [] },
      publicUrl: () => config.publicUrl,
    })
    try {
      await app.start()
      return await runReplayCommand(app.features.tracking, argv, terminal)
    } finally {
      await app.stop()
    }
  } finally {
    await installation.close()
  }
}

async function checkDomain(argv: string[]): Promise<number> {
  const config = readConfig()
  const installation = await openBeside(config)
  try {
    const vault = await openVault(vaultDepsOf(installation, systemClock))
    const ports = { clock: systemClock, dns: createDns(config.dnsServers), vault }
    const frame = { ...installation, publicUrl: () => config.publicUrl }
    return await runDomainCommand(createSendingDomainOf(frame, ports), argv, terminal)
  } finally {
    await installation.close()
  }
}
