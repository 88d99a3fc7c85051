import { expect, test } from 'vitest'
import { knownVisits } from '../../../test/known-visits.ts'
import { classifyVisit, isOpen, needsClick, type OpenClass, undoUntil } from './tracking.rules.ts'

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const visits: [string | null, string | null, OpenClass][] = [
  [MAC, null, 'human'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Thunderbird/140.0', null, 'human'],
  [
    'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; WOW64; Trident/7.0; ms-office; MSOffice 16)',
    null,
    'human',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
    null,
    'human',
  ],
  ['Outlook-Android/2.0', null, 'human'],
  [
    'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
    ...([null, 'proxy_human'] as const),
  ],
  ['YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html', null, 'proxy_human'],
  ['Mozilla/5.0', null, 'machine'],
  [MAC, 'prefetch', 'prefetch'],
  [MAC, 'prefetch;prerender', 'prefetch'],
  [null, null, 'scanner'],
  ['', null, 'scanner'],
  ['python-requests/2.32.3', null, 'scanner'],
  ['curl/8.5.0', null, 'scanner'],
  ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', null, 'scanner'],
  ['Barracuda Sentinel (EE)', null, 'scanner'],
  ['Mozilla/5.0 (X11) AppleWebKit/537.36 HeadlessChrome/140.0 Safari/537.36', null, 'scanner'],
  ['Go-http-client/2.0', null, 'scanner'],
]

test.each(visits)('%s with purpose %s is classified as %s (TRACK-04)', (userAgent, purpose, kind) => {
  expect(classifyVisit({ userAgent, purpose }).class).toBe(kind)
})

test('98 % of more than 200 known visitors are classified correctly, and at most 2 % of people as machines (I2, TRACK-04)', () => {
  const wrong = knownVisits.filter(({ agent, is, purpose, method }) => {
    const { class: found } = classifyVisit({ userAgent: agent, purpose: purpose ?? null, method })
    return found !== is
  })
  expect(knownVisits.length).toBeGreaterThanOrEqual(200)
  expect(wrong.length, JSON.stringify(wrong, null, 1)).toBeLessThanOrEqual(knownVisits.length * 0.02)
  const people = knownVisits.filter(({ is }) => is === 'human' || is === 'proxy_human')
  const missed = wrong.filter(({ is, agent }) => people.some((one) => one.is === is && one.agent === agent))
  expect(missed.length).toBeLessThanOrEqual(people.length * 0.02)
})

test('only visits that may be a person’s count as opens (TRACK-04)', () => {
  const kinds: OpenClass[] = ['human', 'proxy_human', 'machine', 'scanner', 'prefetch']
  expect(kinds.filter((kind) => isOpen({ class: kind }))).toEqual(['human', 'proxy_human'])
})

test('the unsubscribe page requires a click right after the mail, and from scanners always (LIST-16)', () => {
  const now = new Date('2026-03-02T09:10:00.000Z')
  const person = { userAgent: MAC, purpose: null }
  expect(needsClick(person, '2026-03-02T09:06:00.000Z', now)).toBe(true)
  expect(needsClick(person, '2026-03-02T09:04:00.000Z', now)).toBe(false)
  expect(needsClick(person, null, now)).toBe(true)
  expect(needsClick({ userAgent: 'curl/8', purpose: null }, '2026-03-01T00:00:00.000Z', now)).toBe(true)
})

test('only an unsubscription can be undone, for 24 hours (LIST-17)', () => {
  const at = (hours: number) => new Date(Date.UTC(2026, 2, 2, hours))
  const created_at = at(0).toISOString()
  expect(undoUntil({ reason: 'unsubscribed', created_at }, at(23))).toBe(at(24).toISOString())
  expect(undoUntil({ reason: 'unsubscribed', created_at }, at(24))).toBeNull()
  expect(undoUntil({ reason: 'complaint', created_at }, at(1))).toBeNull()
  expect(undoUntil(null, at(1))).toBeNull()
})
