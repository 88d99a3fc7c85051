import { organizationalDomain } from '@goldpan/campaign-mail/address'
import { type DkimKey, dkimRecord, generateDkimKey, testDkimKey } from '@goldpan/campaign-mail/dkim'
import { type SendingDomain, sendingDomain } from '@goldpan/contract/sending-domain'
import type { Database, Db } from '../../db/database.ts'
import { systemScope } from '../../db/owner.ts'
import { refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Dns } from '../../providers/dns/port.ts'
import type { Vault } from '../../providers/vault/port.ts'
import { isReady, judgeDomain, type Published } from './sending-domain.rules.ts'
import * as store from './sending-domain.store.ts'
import { judgeServer, lookUpServer } from './server-names.ts'

export interface SendingDomainDeps {
  db: Database
  clock: Clock
  dns: Dns
  vault: Vault
  /** The domain in From addresses. */
  domain: string
  /** Host of the SMTP server; null while mail goes to the built-in outbox. */
  smtpHost: string | null
  ownHost: () => string
  /** False if the mail server signs instead. */
  isSigning: boolean
  /** True if campaigns are blocked until the records are set. */
  isEnforced: () => boolean
}

const scope = systemScope('the sending domain belongs to the installation')
const PURPOSE = 'dkim-key'
/** Maximum age of a check on the screen. */
const CACHE_MS = 5 * 60_000
/** Maximum age of a check when sending. */
const TRUSTED_MS = 24 * 60 * 60_000
/** Maximum age of a check while mail waits for the records. */
const WAITING_MS = 5000

/** The sending domain: its DKIM key, and the DNS records it needs. */
export function createSendingDomain(deps: SendingDomainDeps) {
  const { db, clock, dns, vault } = deps
  const keys = new Map<string, { key: DkimKey; created_at: string }>()

  /** The domain's DKIM key, created if there is none. */
  async function getKey(domain: string) {
    const known = keys.get(domain)
    if (known) return known
    const row = (await store.findKey(db, scope, domain)) ?? (await makeKey(domain))
    const private_key = await vault.open(PURPOSE, row.sealed_key)
    const found = { key: { domain, selector: row.selector, private_key }, created_at: row.created_at }
    keys.set(domain, found)
    return found
  }

  async function makeKey(domain: string): Promise<store.KeyRow> {
    const created_at = isoNow(clock)
    const { selector, private_key } = await generateDkimKey(
      domain,
      `gp${created_at.slice(0, 10).replaceAll('-', '')}`,
    )
    const sealed_key = await vault.seal(PURPOSE, private_key)
    await store.insertKey(db, scope, { domain, selector, sealed_key, created_at })
    return (await store.findKey(db, scope, domain))!
  }

  async function look(domain: string, dkimName: string): Promise<Published> {
    const orNull = <Found>(asked: Promise<Found>) => asked.catch(() => null)
    const parent = organizationalDomain(domain)
    const [dkim, txt, dmarc, parentDmarc, mx] = await Promise.all([
      orNull(dns.txt(dkimName)),
      orNull(dns.txt(domain)),
      orNull(dns.txt(`_dmarc.${domain}`)),
      parent === domain ? [] : orNull(dns.txt(`_dmarc.${parent}`)),
      orNull(dns.mx(domain).then((found) => found.map(({ exchange }) => exchange))),
    ])
    return { dkim, txt, dmarc, parentDmarc, mx }
  }

  /** Queries DNS, tests the key and stores the result. */
  async function check(domain: string = deps.domain): Promise<SendingDomain> {
    const { key, created_at } = await getKey(domain)
    const dkim = dkimRecord(key)
    const published = await look(domain, dkim.name)
    const setup = { domain, dkim, smtpHost: deps.smtpHost, ownHost: deps.ownHost() }
    // If the mail server signs, it uses its own key, which we don't know.
    const records = judgeDomain(setup, published).filter(({ id }) => deps.isSigning || id !== 'dkim')
    const tested = testDkimKey(key, published.dkim?.[0])
    const report: SendingDomain = {
      domain,
      is_outbox: deps.smtpHost === null,
      is_enforced: deps.isEnforced(),
      is_ready: isReady(records, deps.isSigning),
      records,
      checked_at: isoNow(clock),
      server: deps.smtpHost === null ? null : judgeServer(await lookUpServer(dns, deps.smtpHost)),
      key: { selector: key.selector, created_at, works: tested.ok, sentence: tested.sentence },
    }
    await store.saveCheck(db, scope, { domain, report, checked_at: report.checked_at })
    return report
  }

  /** Null if there is none, or if it is of a release that stored other fields. */
  async function findLastCheck(tx: Db): Promise<SendingDomain | null> {
    const row = await store.findCheck(tx, scope, deps.domain)
    const known = row && sendingDomain.safeParse(row.report)
    return known?.success ? known.data : null
  }

  /** The last check, or a new one if it is older than `maxAgeMs`. */
  async function read(maxAgeMs: number): Promise<SendingDomain> {
    const last = await findLastCheck(db)
    const isFresh = last && clock.now().getTime() - new Date(last.checked_at).getTime() < maxAgeMs
    if (!isFresh) return check()
    return { ...last, is_enforced: deps.isEnforced(), is_outbox: deps.smtpHost === null }
  }

  return {
    check,
    get: () => read(CACHE_MS),

    /** DKIM keys for From addresses at this domain; empty for foreign domains. */
    async findKeys(domain: string): Promise<DkimKey[]> {
      return deps.isSigning && domain === deps.domain ? [(await getKey(domain)).key] : []
    },

    /**
     * Renews the stored check if it is 24 hours old, or 5 seconds while records are missing. May query DNS, so call it
     * outside of transactions.
     */
    async renewCheck(): Promise<void> {
      if (!deps.isEnforced()) return
      const { is_ready } = await read(TRUSTED_MS)
      if (!is_ready) await read(WAITING_MS)
    },

    /** True if the last stored check found no record missing, or if there is none. Never queries DNS. */
    async wasReady(tx: Db): Promise<boolean> {
      return !deps.isEnforced() || ((await findLastCheck(tx))?.is_ready ?? true)
    },

    /** Refuses to start a campaign that receivers would reject. Checks again whatever was missing before. */
    async requireReady(): Promise<void> {
      if (!deps.isEnforced()) return
      const { is_ready } = await read(TRUSTED_MS)
      if (!is_ready && !(await check()).is_ready) refuse('sending_domain.not_ready')
    },
  }
}

export type SendingDomainCare = ReturnType<typeof createSendingDomain>
