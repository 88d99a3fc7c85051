import { readFileSync } from 'node:fs'
import { domainOf } from '@goldpan/campaign-mail/address'
import {
  type MailboxPreset,
  type MailboxWay,
  mailboxPreset,
  mailboxSentences,
} from '@goldpan/contract/own-mailboxes'
import { z } from 'zod'
import { StartUpError } from '../../db/start-up-error.ts'
import type { Dns } from '../dns/port.ts'
import { knownPresets } from './known-presets.ts'
import type { MailboxPresets } from './port.ts'
import { withTimeout } from './with-timeout.ts'

const MX_TIMEOUT_MS = 5000

interface PresetsOptions {
  /** The operator's, which come first. */
  own: readonly MailboxPreset[]
  dns: Pick<Dns, 'mx'>
  mxTimeoutMs?: number
}

/** Known mail providers, found by an address's domain or its mail exchangers. */
export function createPresets({ own, dns, mxTimeoutMs = MX_TIMEOUT_MS }: PresetsOptions): MailboxPresets {
  const ownIds = new Set(own.map(({ id }) => id))
  const presets = [...own, ...knownPresets.filter(({ id }) => !ownIds.has(id))]

  async function findPreset(domain: string): Promise<MailboxPreset | undefined> {
    const byDomain = presets.find(({ domains }) => domains.includes(domain))
    if (byDomain) return byDomain
    // No answer is like no mail exchanger: the servers are entered by hand.
    const exchanges = await withTimeout(dns.mx(domain), mxTimeoutMs)
    return presets.find(({ mx }) =>
      exchanges.some(({ exchange }) => mx.some((ending) => isBelow(exchange.toLowerCase(), ending))),
    )
  }

  return {
    list: () => presets,
    find: (id) => presets.find((preset) => preset.id === id) ?? null,
    async lookUp(address) {
      const domain = domainOf(address)
      const preset = await findPreset(domain)
      const ways = preset ? waysOf(preset, address) : []
      if (ways.length > 0) return { ways, sentence: '' }
      return { ways, sentence: preset?.hint || mailboxSentences.serversNeeded(domain) }
    },
  }
}

/** Reads the operator's presets. Throws with a sentence if they can't be used. */
export function readPresets(file: string): MailboxPreset[] {
  const refuse = (reason: string) =>
    new StartUpError(`The file of MAILBOX_PRESETS, ${file}, cannot be used: ${reason}`)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    throw refuse('it cannot be read.')
  }
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw refuse('it is not JSON.')
  }
  const result = z.array(mailboxPreset).safeParse(parsed)
  if (result.success) return result.data.map(inLowerCase)
  const [issue] = result.error.issues
  throw refuse(`${issue?.path.join('.') || 'the whole'}: ${issue?.message}`)
}

/** Domain names are compared in lower case. */
const inLowerCase = (preset: MailboxPreset): MailboxPreset => ({
  ...preset,
  domains: preset.domains.map((domain) => domain.toLowerCase()),
  mx: preset.mx.map((ending) => ending.toLowerCase().replace(/^\./, '')),
})

/** Google's and Microsoft's sign-in comes first, then the password if the provider takes one. */
function waysOf(preset: MailboxPreset, address: string): MailboxWay[] {
  const { id, name, needs_app_password, hint, help_url, smtp, imap } = preset
  const ways: MailboxWay[] = []
  if (preset.kind !== 'password')
    ways.push({
      kind: preset.kind,
      provider: id,
      name,
      smtp: null,
      imap: null,
      needs_app_password: false,
      hint: '',
      help_url: null,
    })
  if (smtp) {
    const username = preset.username === 'address' ? address : localPartOf(address)
    ways.push({
      kind: 'password',
      provider: id,
      name,
      smtp: { ...smtp, username },
      imap: imap && { ...imap, username },
      needs_app_password,
      hint,
      help_url,
    })
  }
  return ways
}

const localPartOf = (address: string) => address.slice(0, address.lastIndexOf('@'))
const isBelow = (name: string, ending: string) => name === ending || name.endsWith(`.${ending}`)
