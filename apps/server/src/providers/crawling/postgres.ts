import { domainToASCII } from 'node:url'
import type { Spacing } from '@goldpan/crawler'
import type { Database } from '../../db/database.ts'
import { systemScope } from '../../db/owner.ts'
import { type Clock, isoNow } from '../clock/port.ts'
import * as store from './crawling.store.ts'
import type { ExcludedSites } from './port.ts'

const scope = systemScope('exclusions and spacing apply to all owners together')

export function createExcludedSites({ db, clock }: { db: Database; clock: Clock }): ExcludedSites {
  return {
    isExcluded: (hostname) => store.findExcluded(db, scope, withParents(hostname)),
    async exclude(tx, website, reason) {
      const domain = toDomain(website)
      if (domain) await store.insertExcluded(tx, scope, { domain, reason, excluded_at: isoNow(clock) })
      return domain
    },
    async readmit(tx, website) {
      const domain = toDomain(website)
      return domain !== null && (await store.deleteExcluded(tx, scope, domain)) ? domain : null
    },
    list: () => store.listExcluded(db, scope),
  }
}

/** 'https://www.Köln.example/contact' becomes the ASCII domain of köln.example, which covers its subdomains. */
export function toDomain(website: string): string | null {
  const host = website
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/[/?#:].*$/, '')
    .replace(/\.$/, '')
  const name = domainToASCII(host).replace(/^www\./, '')
  return name.includes('.') && !/[^a-z0-9.-]/.test(name) ? name : null
}

/** The host and all its parent domains. */
function withParents(hostname: string): string[] {
  const labels = hostname.toLowerCase().replace(/\.$/, '').split('.')
  return labels.map((_, index) => labels.slice(index).join('.'))
}

const FORGET_EVERY = 1000

/** Spaces requests to a site across all worker processes. */
export function createPostgresSpacing(db: Database): Spacing {
  let booked = 0
  return {
    async reserve(keys, intervalMs) {
      booked += 1
      if (booked % FORGET_EVERY === 0) await store.forgetTurns(db, scope)
      return store.reserveSlot(db, scope, keys, intervalMs)
    },
  }
}
