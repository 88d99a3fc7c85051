import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CrawledSites, crawlSites, page } from '../../test/crawl-sites.ts'
import { createCrawler } from '../crawler.ts'

let sites: CrawledSites
beforeAll(async () => {
  sites = await crawlSites({
    'www.parked-name.de': { '/': page('This domain is for sale. Write to sales@broker-of-names.com') },
    'www.fresh-server.de': {
      '/': '<title>Apache2 Ubuntu Default Page: It works</title><p>info@fresh-server.de</p>',
    },
    'www.to-come.de': { '/': page('Hier entsteht unsere neue Seite. info@to-come.de, hilfe@hoster-nord.de') },
    'www.to-come-empty.de': { '/': page('Hier entsteht eine neue Internetpräsenz. hilfe@hoster-nord.de') },
    'www.guarded.de': { '/': '<title>Just a moment...</title><p>Enable JavaScript. a@guarded.de</p>' },
    'www.moved-to-network.de': {
      '/': { status: 301, headers: { location: 'http://www.facebook.com/oak' } },
    },
    'www.facebook.com': { '/oak': page('oak@facebook-page.com') },
    'www.silent.de': { '/': page('We bake bread') },
    'www.facts.de': {
      '/': '<html lang="de"><head><title>Bäckerei Eiche</title><meta name="description" content="Brot seit 1911"><meta name="generator" content="WordPress 6.5"></head><body><a href="https://www.instagram.com/eiche">Instagram</a><a href="tel:+4930123456">Tel</a><script type="application/ld+json">{"@type":"Bakery","openingHours":"Mo-Fr 06:00-18:00"}</script><iframe src="https://www.opentable.com/widget"></iframe><p>info@facts.de</p></body></html>',
    },
    'www.dotted.de': { '/': page('<p>|</p><p>Write to us</p><p>info@dotted.de</p><p>|</p><p>·</p>') },
    'www.wordy.de': { '/': page(`${'before '.repeat(60)}mail info@wordy.de ${'after '.repeat(60)}`) },
    'www.notice.de': {
      '/': page('Der Nutzung der Kontaktdaten zu Werbung wird widersprochen. info@notice.de'),
    },
  })
})
afterAll(() => sites.close())

test('no website, an invalid one and a profile have separate outcomes', async () => {
  expect((await sites.crawl('')).outcome).toBe('no_website')
  expect((await sites.crawl('javascript:alert(1)')).outcome).toBe('no_website')
  const profile = await sites.crawl('https://www.facebook.com/oakfield')
  expect(profile.outcome).toBe('social_profile')
  expect(profile.explanation).toContain('profile')
  expect(sites.server.requests).toEqual([])
})

test('parked domains and default server pages are recognised, and nothing on them is used', async () => {
  for (const host of ['www.parked-name.de', 'www.fresh-server.de']) {
    const report = await sites.crawl(host)
    expect([report.outcome, report.contacts]).toEqual(['parked', []])
  }
})

test('a website without an address says so', async () => {
  expect(await sites.crawl('www.silent.de')).toMatchObject({
    outcome: 'nothing_found',
    explanation: expect.stringContaining('no email address'),
  })
})

test('facts about the business are reported', async () => {
  const { facts, contacts } = await sites.crawl('http://www.facts.de')
  expect(facts).toMatchObject({
    title: 'Bäckerei Eiche',
    language: 'de',
    description: 'Brot seit 1911',
    platform: 'WordPress',
    booking_platform: 'opentable',
    social_profiles: ['https://www.instagram.com/eiche'],
    opening_hours: ['Mo-Fr 06:00-18:00'],
    phones: ['+4930123456'],
  })
  expect(contacts[0]).toMatchObject({
    source_url: 'http://www.facts.de/',
    method: 'plain-text',
    snippet: expect.stringContaining('info@facts.de'),
  })
  expect(contacts[0]!.reasons).toContain("on the website's own domain")
})

test('a snippet begins and ends with whole words around the address', async () => {
  const { contacts } = await sites.crawl('http://www.wordy.de')
  expect(contacts[0]!.snippet).toMatch(/^(?:(?:before|·) ?)+(?:· )?mail info@wordy\.de(?: after)+$/)
})

test('a snippet has no separators at its ends, and no labels of links', async () => {
  const { contacts } = await sites.crawl('http://www.dotted.de')
  expect(contacts[0]!.snippet).toBe('info@dotted.de')
})

test('the reason why a website could not be read is one sentence', async () => {
  const { explanation } = await sites.crawl('http://10.0.0.1/')
  expect(explanation).toBe('The website did not answer (it is not on the public internet).')
})

test('a notice against advertising is recorded', async () => {
  expect((await sites.crawl('http://www.notice.de')).contacts[0]!.no_solicitation).toBe(true)
})

test('a domain that does not exist differs from a site that does not respond', async () => {
  const refuse = (code: string) => async (): Promise<string[]> => {
    throw Object.assign(new Error(code), { code })
  }
  for (const [code, outcome] of [
    ['ENOTFOUND', 'domain_gone'],
    ['EAI_FAIL', 'unreachable'],
  ] as const) {
    const crawler = createCrawler({ dns: refuse(code) })
    expect((await crawler.findContacts({ name: '', website: 'http://www.nowhere-at-all.de' })).outcome).toBe(
      outcome,
    )
    await crawler.close()
  }
})

test('on a site under construction only the business’s own addresses count', async () => {
  expect((await sites.crawl('http://www.to-come.de')).contacts.map(({ email }) => email)).toEqual([
    'info@to-come.de',
  ])
  expect(await sites.crawl('http://www.to-come-empty.de')).toMatchObject({ outcome: 'parked', contacts: [] })
})

test('a bot check counts as blocked, even with status 200', async () => {
  expect(await sites.crawl('http://www.guarded.de')).toMatchObject({ outcome: 'blocked', contacts: [] })
})

test('a website that redirects to a social network profile is not followed', async () => {
  const report = await sites.crawl('http://www.moved-to-network.de')
  expect(report).toMatchObject({ outcome: 'social_profile', contacts: [] })
  expect(report.explanation).toContain('www.facebook.com')
  expect(sites.asked('www.facebook.com')).toEqual([])
})
