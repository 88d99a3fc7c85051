import type { CommandIo } from '@goldpan/campaign-mail/command'
import { isDomain } from '@goldpan/contract/email-address'
import type { RecordState, SendingDomain } from '@goldpan/contract/sending-domain'
import type { SendingDomainCare } from './sending-domain.ts'

const USAGE = 'Usage: npm run mail -- check [domain] [--json]'

const SIGNS: Record<RecordState, string> = {
  ok: 'ok     ',
  unsure: 'look   ',
  missing: 'MISSING',
  wrong: 'WRONG  ',
  unknown: 'unknown',
}

/**
 * `check [domain]`: shows the DNS records to set for a sending domain and those published, and tests its DKIM key.
 * The default is the installation's domain. Returns the exit code: 0 if campaigns may be sent.
 */
export async function runDomainCommand(
  sendingDomain: Pick<SendingDomainCare, 'check'>,
  argv: readonly string[],
  io: CommandIo,
): Promise<number> {
  const domains = argv.filter((word) => !word.startsWith('--'))
  const unknown = argv.find((word) => word.startsWith('--') && word !== '--json')
  const domain = domains[0]?.toLowerCase()
  if (unknown || domains.length > 1 || (domain && !isDomain(domain))) {
    io.err(domain && !isDomain(domain) ? `${domain} is not a domain name\n${USAGE}` : USAGE)
    return 1
  }
  const report = await sendingDomain.check(domain)
  if (argv.includes('--json')) io.out(JSON.stringify(report))
  else for (const line of linesOf(report)) io.out(line)
  return report.is_ready && report.key.works ? 0 : 1
}

function linesOf({ domain, records, server, key, is_ready }: SendingDomain): string[] {
  return [
    `DNS records of ${domain}`,
    ...records.flatMap((record) => [
      '',
      `${SIGNS[record.state]} ${record.title}: ${record.sentence}`,
      `  set   ${record.name}  ${record.type}  ${record.value}`,
      ...record.found.map((found) => `  found ${found}`),
    ]),
    ...(server ? ['', `${SIGNS[server.state]} Sending server: ${server.sentence}`] : []),
    '',
    `Signing key ${key.selector}: ${key.sentence}`,
    is_ready ? 'Ready to send.' : 'Please set the records above before the first campaign.',
  ]
}
