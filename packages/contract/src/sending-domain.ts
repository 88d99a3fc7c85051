import { z } from 'zod'
import { refusals } from './refusal.ts'
import { route } from './route.ts'
import { instant } from './text.ts'

/** unsure: published, but can't be judged from here. unknown: no name server answered. */
export const recordState = z.enum(['ok', 'unsure', 'missing', 'wrong', 'unknown'])
export type RecordState = z.infer<typeof recordState>

export const dnsRecord = z.object({
  id: z.enum(['dkim', 'spf', 'dmarc', 'mx', 'return_path']),
  title: z.string(),
  /** Its purpose, in a sentence. */
  purpose: z.string(),
  type: z.enum(['TXT', 'MX']),
  name: z.string(),
  /** The value to publish. */
  value: z.string(),
  /** The values published now. */
  found: z.array(z.string()),
  state: recordState,
  sentence: z.string(),
})
export type DnsRecord = z.infer<typeof dnsRecord>

export const sendingDomain = z.object({
  domain: z.string(),
  /** Mail goes to the built-in outbox, so nothing has to be published yet. */
  is_outbox: z.boolean(),
  /** Campaigns are held back until the required records are right. */
  is_enforced: z.boolean(),
  /** DKIM, SPF, DMARC and MX allow sending. */
  is_ready: z.boolean(),
  records: z.array(dnsRecord),
  /** The sending server as receivers see it. Null for the built-in outbox. */
  server: z.object({ host: z.string(), state: recordState, sentence: z.string() }).nullable(),
  key: z.object({
    selector: z.string(),
    created_at: instant,
    /** A message was signed with the key and verified. */
    works: z.boolean(),
    sentence: z.string(),
  }),
  checked_at: instant,
})
export type SendingDomain = z.infer<typeof sendingDomain>

export const sendingDomainFallbacks = {
  fetch: 'Failed to check the sending domain',
} as const

export const sendingDomainRoutes = {
  get: route('GET', '/api/sending-domain', {
    answer: sendingDomain,
    limit: { points: 60, seconds: 60, by: 'user' },
    summary: 'Lists the DNS records to set for the sending domain, and those published',
  }),
  check: route('POST', '/api/sending-domain/check', {
    answer: sendingDomain,
    limit: { points: 20, seconds: 60, by: 'user' },
    summary: 'Checks the DNS records and the signing key again',
  }),
}

export const sendingDomainRefusals = refusals({
  'sending_domain.not_ready': {
    status: 409,
    message:
      'The DNS records of the sending domain are incomplete, so mail servers would reject these messages. Nothing was sent; see Email Options, Sending domain.',
  },
})
