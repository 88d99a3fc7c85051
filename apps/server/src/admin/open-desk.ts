import { hostname, userInfo } from 'node:os'
import { compose } from '../compose.ts'
import type { Installation } from '../open-installation.ts'
import { type Desk, recordAct } from './command.ts'

export const terminalOperator = () => `${userInfo().username}@${hostname()} (terminal)`

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
  const { db } = installation.database
  const { accountsDesk, operatorActs: acts, operatorDesk, support, writing } = app.features
  const { epoch, pauses } = app.features.sendingCare
  const operator = terminalOperator()

  async function liftPauses(email: string, reason: string): Promise<number> {
    const owner = await operatorDesk.findUser(email)
    const owned = await app.features.organizations.listOwned(owner)
    return db.transaction(async (tx) => {
      const lifted = await pauses.liftAll(tx, [owner, ...owned.map((organization) => organization.owner)])
      if (lifted === 0) return 0
      await operatorDesk.note(tx, owner, 'pause', `Pause of sending lifted: ${reason}`)
      const act = { act: 'lift-pause', account: owner, subject: email, reason }
      await recordAct({ acts, operator }, tx, act)
      return lifted
    })
  }

  const desk = {
    ...operatorDesk,
    db,
    operator,
    acts,
    accounts: accountsDesk,
    jobs: app.features.failedJobs,
    support,
    describeGenerations: writing.describeGenerations,
    sites: app.ports.excludedSites,
    epoch,
    liftPauses,
  }
  return { desk, close: () => app.stop() }
}
