import { hostname, userInfo } from 'node:os'
import { type App, compose } from '../compose.ts'
import type { Operator } from '../features/operator/operator-acts.ts'
import type { Installation } from '../open-installation.ts'
import { type Desk, recordAct } from './command.ts'

export const terminalOperator = (): Operator => `${userInfo().username}@${hostname()} (terminal)`

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
  return { desk: createDesk(app, terminalOperator()), close: () => app.stop() }
}

export function createDesk({ database: { db }, features, ports }: App, operator: Operator): Desk {
  const { accountsDesk, operatorActs: acts, operatorDesk, organizations, support, writing } = features
  const { epoch, pauses } = features.sendingCare

  async function liftPauses(email: string, reason: string): Promise<number> {
    const owner = await operatorDesk.findUser(email)
    const owned = await organizations.listOwned(owner)
    return db.transaction(async (tx) => {
      const lifted = await pauses.liftAll(tx, [owner, ...owned.map((organization) => organization.owner)])
      if (lifted === 0) return 0
      await operatorDesk.note(tx, owner, 'pause', `Pause of sending lifted: ${reason}`)
      const act = { act: 'lift-pause', account: owner, subject: email, reason }
      await recordAct({ acts, operator }, tx, act)
      return lifted
    })
  }

  return {
    ...operatorDesk,
    db,
    operator,
    acts,
    accounts: accountsDesk,
    support,
    describeGenerations: writing.describeGenerations,
    sites: ports.excludedSites,
    epoch,
    liftPauses,
  }
}
