import { vaultDepsOf } from '../compose-ports.ts'
import { createAuditLog } from '../features/operator/audit-log.ts'
import { plural } from '../features/operator/figures.ts'
import { OperatorError } from '../features/operator/operator-error.ts'
import type { Installation } from '../open-installation.ts'
import { systemClock } from '../providers/clock/system.ts'
import { forgetSealed, openVault } from '../providers/vault/open-vault.ts'
import { rotateSecrets } from '../providers/vault/rotate-secrets.ts'
import { terminalOperator } from './command-deps.ts'

export const usage = ['rotate-secrets [--reason "…"]', 'forget-secrets [--reason "…"]']

/** Returns the lines to print. */
type SecretsCommand = (installation: Installation, reason: string | undefined) => Promise<string[]>

/** Commands on the installation: the application starts only with the right key. */
export const commands: Record<string, SecretsCommand> = {
  async 'rotate-secrets'(installation, reason) {
    const { db } = installation.database
    const auditLog = createAuditLog({ db, systemClock })
    const { resealed, left, unreadable } = await rotateSecrets(vaultDepsOf(installation, systemClock), (tx) =>
      auditLog.record(tx, entryOf('rotate-secrets', reason)),
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
  },

  async 'forget-secrets'(installation, reason) {
    const { db } = installation.database
    const vaultDeps = vaultDepsOf(installation, systemClock)
    if (!(await forgetSealed(vaultDeps)))
      throw new OperatorError('The key opens the stored secrets. Nothing was changed.')
    await openVault(vaultDeps)
    await createAuditLog({ db, systemClock }).record(db, entryOf('forget-secrets', reason))
    return [
      'The secrets of the lost key are deleted. Publish the new DKIM record (npm run mail -- check), ask people to enter their mailbox passwords again, and restart every process with this key.',
    ]
  },
}

const entryOf = (action: string, reason: string | undefined) => ({
  operator: terminalOperator(),
  action,
  account: null,
  subject: null,
  ...(reason && { reason }),
})
