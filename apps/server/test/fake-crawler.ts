import { setTimeout as pause } from 'node:timers/promises'
import type { BusinessInput, Contact, Crawler, CrawlReport } from '@goldpan/crawler'
import { emptyFacts } from '@goldpan/crawler/report'

export interface FakeCrawler extends Crawler {
  /** Websites visited, in order. */
  visited: string[]
  /** Visits wait for this promise. Null while they are not held. */
  hold: Promise<void> | null
}

export const fakeContact = (email: string, more: Partial<Contact> = {}): Contact => ({
  email,
  first_name: null,
  last_name: null,
  title: null,
  phone: null,
  source_url: 'https://shop.example/contact',
  snippet: `Write to ${email}`,
  method: 'mailto',
  found_at: '2026-03-02T09:00:00.000Z',
  confidence: 0.9,
  reasons: [],
  no_solicitation: false,
  ...more,
})

/** Finds `info@<host>` on every website. Waits while held, and stops when aborted. */
export function createFakeCrawler(): FakeCrawler {
  const fake: FakeCrawler = {
    visited: [],
    hold: null,
    async findContacts(business: BusinessInput, options = {}): Promise<CrawlReport> {
      if (!business.website) return report('no_website', 'This business has no website.', [])
      fake.visited.push(business.website)
      while (fake.hold && !options.signal?.aborted)
        await Promise.race([fake.hold.then(() => (fake.hold = null)), pause(20)])
      const contacts = [fakeContact(`info@${new URL(business.website).hostname}`)]
      return options.signal?.aborted
        ? report('cancelled', 'Cancelled', contacts)
        : report('found', 'Found 1 address.', contacts)
    },
    async close() {},
  }
  return fake
}

const report = (outcome: CrawlReport['outcome'], explanation: string, contacts: Contact[]): CrawlReport => ({
  outcome,
  explanation,
  contacts,
  facts: emptyFacts(),
  pages: [],
})
