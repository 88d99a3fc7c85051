import { hostname, userInfo } from 'node:os'
import { compose } from '../compose.ts'
import type { Installation } from '../open-installation.ts'
import type { Desk } from './command.ts'

export async function openOperatorDesk(
  installation: Installation,
): Promise<{ desk: Desk; close(): Promise<void> }> {
  const { config } = installation
  const app = await compose({
    ...installation,
    config: { ...config, roles: [] },
    publicUrl: () => config.publicUrl,
  })
  await app.start()
  const close = () => app.stop()
  const { operatorDesk, accountCaps, support, writing } = app.features
  const sites = app.ports.excludedSites
  const { epoch, pauses } = app.features.sendingCare
  async function liftPauses(email: string, reason: string): Promise<number> {
    const owner = await operatorDesk.findUser(email)
    const owned = await app.features.organizations.listOwned(owner)
    const lifted = await pauses.liftAll([owner, ...owned.map((organization) => organization.owner)])
    if (lifted > 0) await operatorDesk.note(owner, 'pause', `Pause of sending lifted: ${reason}`)
    return lifted
  }
  const { describeGenerations } = writing
  const operator = `${userName()}@${hostname()} (terminal)`
  const today = () => app.ports.clock.now().toISOString().slice(0, 10)
  const desk = {
    ...operatorDesk,
    ...accountCaps,
    operator,
    today,
    support,
    describeGenerations,
    sites,
    epoch,
    liftPauses,
  }
  return { desk, close }
}

/** In a container the user may have a number only. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? ''}`
  }
}
