import { afterAll, beforeAll, expect, test } from 'vitest'
import { techniques } from '../../src/techniques/techniques.ts'
import { type CrawledSites, crawlSites } from '../crawl-sites.ts'
import { cloakedSites } from './cloaked.ts'
import { ledToSites } from './led-to.ts'
import { mixedSites } from './mixed.ts'
import { toSites } from './own-site.ts'
import { scriptedSites } from './scripted.ts'
import { shownSites } from './shown.ts'
import { spelledSites } from './spelled.ts'
import { structuredSites } from './structured.ts'
import { unusualSites } from './unusual.ts'
import { sitesAbroad } from './unusual-abroad.ts'
import { moreUnusualSites } from './unusual-more.ts'

const sites = [
  ...shownSites,
  ...spelledSites,
  ...cloakedSites,
  ...scriptedSites,
  ...structuredSites,
  ...ledToSites,
  ...unusualSites,
  ...moreUnusualSites,
  ...sitesAbroad,
  ...mixedSites,
]
/** Ways to show, hide or lead to an address that aren't techniques. */
const FURTHER = [
  'entities',
  'percent-encoding',
  'comments',
  'invisible-characters',
  'decoys',
  'svg',
  'vcard',
  'pdf',
  'script-file',
  'frames',
  'redirects',
]

let crawled: CrawledSites
beforeAll(async () => {
  crawled = await crawlSites(toSites(sites))
})
afterAll(() => crawled.close())

test.each([...techniques.map(({ name }) => name), ...FURTHER])(
  'at least two complete websites test %s',
  (way) => {
    expect(
      sites.filter(({ shows }) => shows.includes(way)).map(({ host }) => host).length,
    ).toBeGreaterThanOrEqual(2)
  },
)

test.each(sites.map((site) => [site.host, site] as const))(
  '%s yields exactly its contacts',
  async (host, site) => {
    const { contacts } = await crawled.crawl(`http://${host}/`)
    const byEmail = (one: { email: string }, other: { email: string }): number =>
      one.email < other.email ? -1 : 1
    expect(contacts.toSorted(byEmail)).toMatchObject(site.contacts.toSorted(byEmail))
  },
)
