import type { Frame, Ports } from './compose-ports.ts'
import { createSendingDomain } from './features/sending-domain/sending-domain.ts'
import { parseSmtpUrl } from './providers/mail/smtp.ts'

/** Used by the command line as well. */
export function createSendingDomainOf(
  { config, database, publicUrl }: Pick<Frame, 'config' | 'database' | 'publicUrl'>,
  { clock, dns, vault }: Pick<Ports, 'clock' | 'dns' | 'vault'>,
) {
  const { mailSmtpUrl, replyDomain, domainCheck, dkim, isLocal } = config
  return createSendingDomain({
    db: database.db,
    clock,
    dns,
    vault,
    domain: replyDomain,
    smtpHost: mailSmtpUrl ? parseSmtpUrl(mailSmtpUrl, replyDomain).host : null,
    ownHost: () => new URL(publicUrl()).hostname,
    isSigning: dkim === 'on',
    isEnforced: () => domainCheck === 'on' || (domainCheck === 'auto' && mailSmtpUrl !== null && !isLocal),
  })
}
