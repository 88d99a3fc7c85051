import { hostname, userInfo } from 'node:os'
import { type App, compose } from '../compose.ts'
import type { Operator } from '../features/operator/operator-acts.ts'
import type { Installation } from '../open-installation.ts'
import type { Desk } from './command.ts'

export const terminalOperator = (): Operator => `${userName()}@${hostname()} (terminal)`

/** In a container the user may have a number and no name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`
  }
}

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
  const {
    accountCaps,
    accountsDesk,
    operatorActs: acts,
    operatorDesk,
    sendingDesk,
    support,
    writing,
  } = features
  return {
    ...operatorDesk,
    ...accountCaps,
    db,
    today: () => ports.clock.now().toISOString().slice(0, 10),
    operator,
    acts,
    accounts: accountsDesk,
    jobs: features.failedJobs,
    support,
    describeGenerations: writing.describeGenerations,
    sites: ports.excludedSites,
    sending: sendingDesk,
  }
}
