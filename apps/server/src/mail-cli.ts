import { runMailCommand } from '@goldpan/campaign-mail/command'
import { createVault } from './compose-ports.ts'
import { createSendingDomainOf } from './compose-sending-domain.ts'
import { readConfig } from './config.ts'
import { findRunningUrl } from './db/bundled/running.ts'
import { runDomainCommand } from './features/sending-domain/command/command.ts'
import { openInstallation, runTool, terminal } from './open-installation.ts'
import { systemClock } from './providers/clock/system.ts'
import { createDns } from './providers/dns/system.ts'

/** `npm run mail -- classify <file or folder> --json`, or `npm run mail -- check [domain] --json` */
await runTool(async () => {
  const [command, ...rest] = process.argv.slice(2)
  return command === 'check' ? checkDomain(rest) : runMailCommand(process.argv.slice(2), terminal)
})

/** Works beside a running application: on its bundled database if there is one, else on a started one. */
async function checkDomain(argv: string[]): Promise<number> {
  const config = readConfig()
  const running = config.databaseUrl ? null : findRunningUrl(config.dataDir)
  const installation = await openInstallation(running ?? undefined)
  try {
    const ports = { clock: systemClock, dns: createDns(config.dnsServers), vault: createVault(config) }
    const frame = { ...installation, publicUrl: () => config.publicUrl }
    return await runDomainCommand(createSendingDomainOf(frame, ports), argv, terminal)
  } finally {
    await installation.close()
  }
}
