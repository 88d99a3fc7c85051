import { vaultDepsOf } from '../compose-ports.ts'
import { createAuditLog } from '../features/operator/audit-log.ts'
import { plural } from '../features/operator/figures.ts'
import type { Installation } from '../open-installation.ts'
import { systemClock } from '../providers/clock/system.ts'
import { rotateSecrets } from '../providers/vault/rotate-secrets.ts'
import { terminalOperator } from './command-deps.ts'

/** Seals stored secrets with the new key. Returns lines about what is left to do. */
export async function runRotation(installation: Installation, reason?: string): Promise<string[]> {
  const { db } = installation.database
  const auditLog = createAuditLog({ db, systemClock })
  const entry = { operator: terminalOperator(), account: null, subject: null, action: 'rotate-secrets' }
  const { resealed, left, unreadable } = await rotateSecrets(vaultDepsOf(installation, systemClock), (tx) =>
    auditLog.record(tx, { ...entry, ...(reason && { reason }) }),
  )
  if (unreadable > 0)
    return [
      `Resealed with the new key: ${plural(resealed, 'secret')}. Sealed with neither key and left unchanged: ${unreadable}. Set SECRET_KEY_PREVIOUS to the key before that one and run this again.`,
    ]
  if (resealed + left > 0)
    return [
      `Resealed with the new key: ${plural(resealed, 'secret')}${left > 0 ? `. Changed meanwhile: ${left}` : ''}. Run this again in five minutes, for secrets that were being stored. When nothing is left, it says that SECRET_KEY_PREVIOUS can be removed.`,
    ]
  return [
    'Every stored secret is sealed with the new key. Remove SECRET_KEY_PREVIOUS and restart the processes one by one. Keep the key itself as long as backups from before.',
  ]
}
