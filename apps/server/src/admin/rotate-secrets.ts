import { vaultDepsOf } from '../compose-ports.ts'
import { createOperatorActs } from '../features/operator/operator-acts.ts'
import type { Installation } from '../open-installation.ts'
import { systemClock } from '../providers/clock/system.ts'
import { rotateSecrets } from '../providers/vault/rotate-secrets.ts'
import { terminalOperator } from './open-desk.ts'

/** Seals stored secrets with the new key. Returns lines about what is left to do. */
export async function runRotation(installation: Installation, reason?: string): Promise<string[]> {
  const { db } = installation.database
  const acts = createOperatorActs({ db, systemClock })
  const act = { operator: terminalOperator(), account: null, subject: null, act: 'rotate-secrets' }
  const { resealed, left, unreadable } = await rotateSecrets(vaultDepsOf(installation, systemClock), (tx) =>
    acts.record(tx, { ...act, ...(reason && { reason }) }),
  )
  if (unreadable > 0)
    return [
      `${resealed} secrets are sealed with the new key now. ${unreadable} more are sealed with neither key and were left as they are: set SECRET_KEY_PREVIOUS to the key before that one and run this again.`,
    ]
  if (resealed + left > 0)
    return [
      `${resealed} secrets are sealed with the new key now${left > 0 ? `, and ${left} were being changed meanwhile` : ''}. Run this again in five minutes, for what was being stored; when nothing is left, it says that SECRET_KEY_PREVIOUS can be removed.`,
    ]
  return [
    'Every stored secret is sealed with the new key. Remove SECRET_KEY_PREVIOUS and restart the processes one by one. Keep the key itself as long as backups from before.',
  ]
}
