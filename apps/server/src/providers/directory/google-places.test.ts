import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  fail,
  GOOGLE_KEY,
  type PlaceAtGoogle,
  startGooglePlacesServer,
} from '../../../test/google-places-server.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { createGooglePlacesDirectory } from './google-places.ts'
import { CursorLost, DirectoryUnavailable } from './port.ts'
import { directorySuite } from './suite.ts'

const place = (n: number): PlaceAtGoogle => ({
  id: `ChIJ_place_${String(n).padStart(4, '0')}`,
  displayName: { text: `Dentist ${n}`, languageCode: 'en' },
  formattedAddress: `${n} Main St, Springfield`,
  location: { latitude: 47.1, longitude: 9.5 },
  ...(n % 2 && { websiteUri: `https://dentist${n}.example.com/` }),
  ...(n % 3 && { nationalPhoneNumber: '(212) 555-0100' }),
  businessStatus: 'OPERATIONAL',
})
const clock = createTestClock()
const server = await startGooglePlacesServer([])
afterAll(server.close)
beforeEach(() => {
  server.places.splice(0, Infinity, ...Array.from({ length: 50 }, (_, n) => place(n)))
  server.requests.length = 0
})

const open = (more = {}) =>
  createGooglePlacesDirectory({ clock, apiKey: GOOGLE_KEY, url: server.url, ...more })
const asked = { query: 'dentist', location: 'Springfield', pageSize: 20, cursor: null }

directorySuite('Google Places', async () => ({
  directory: open(),
  query: 'dentist',
  location: 'Springfield',
}))

describe('a search', () => {
  test('is one text query with the place, with a field mask that includes the next page token', async () => {
    await open({ url: `${server.url}/` }).search(asked)
    const [request] = server.requests
    expect(request).toMatchObject({ method: 'POST', path: '/v1/places:searchText' })
    expect(request!.body).toEqual({ textQuery: 'dentist in Springfield', pageSize: 20 })
    for (const field of [
      'nextPageToken',
      'places.id',
      'places.displayName',
      'places.formattedAddress',
      'places.websiteUri',
      'places.nationalPhoneNumber',
      'places.businessStatus',
    ])
      expect(request!.mask.split(',')).toContain(field)
  })

  test('ends after sixty places and repeats its parameters for following pages', async () => {
    server.places.splice(0, Infinity, ...Array.from({ length: 90 }, (_, n) => place(n)))
    let cursor: string | null = null
    let count = 0
    do {
      const page = await open().search({ ...asked, pageSize: cursor ? 7 : 20, cursor })
      count += page.businesses.length
      cursor = page.nextCursor
    } while (cursor)
    expect(count).toBe(60)
    expect(server.requests).toHaveLength(3)
    for (const { body } of server.requests)
      expect(body).toMatchObject({ textQuery: 'dentist in Springfield', pageSize: 20 })
  })

  test('leaves out closed places, and skips pages that become empty', async () => {
    for (const [n, known] of server.places.entries())
      if (n < 20) known.businessStatus = n % 2 ? 'CLOSED_TEMPORARILY' : 'CLOSED_PERMANENTLY'
    const { businesses } = await open().search(asked)
    expect(businesses[0]?.name).toBe('Dentist 20')
    expect(businesses).toHaveLength(20)
  })

  test("keeps Google's own ids, and marks the rest with its source and the day it expires (SEARCH-25)", async () => {
    const { businesses, attributions } = await open().search(asked)
    expect(attributions).toEqual(['Google Maps'])
    expect(businesses[1]).toEqual({
      place_id: 'ChIJ_place_0001',
      name: 'Dentist 1',
      address: '1 Main St, Springfield',
      website: 'https://dentist1.example.com/',
      phone: '(212) 555-0100',
      email: null,
      locality: null,
      attribution: 'Google Maps',
      is_demo: false,
      lat: 47.1,
      lon: 9.5,
      expires_at: new Date(clock.now().getTime() + 30 * 86_400_000).toISOString(),
    })
  })

  test('is not sent for businesses with an email, which Google does not have, and says so', async () => {
    const page = await open().search({ ...asked, filters: { has_email: true } })
    expect(page.businesses).toEqual([])
    expect(page.widened).toMatch(/^Google Places has no email addresses/)
    expect(server.requests).toEqual([])
  })

  test('drops an invalid website', async () => {
    server.places.splice(
      0,
      Infinity,
      { ...place(1), websiteUri: 'javascript:alert(1)' },
      { id: 'ChIJ_nameless' },
    )
    const { businesses } = await open().search(asked)
    expect(businesses.map(({ website }) => website)).toEqual([null])
  })
})

describe('an error of Google', () => {
  test.each([
    [429, 'RESOURCE_EXHAUSTED', 'later', 'The Google Places quota is used up for now.'],
    [403, 'PERMISSION_DENIED', 'refused', 'rejected the key of this installation (PERMISSION_DENIED)'],
    [400, 'INVALID_ARGUMENT', 'refused', 'rejected this search (INVALID_ARGUMENT)'],
    [500, 'INTERNAL', 'later', 'is having problems (500)'],
    [503, 'UNAVAILABLE', 'later', 'is having problems (503)'],
  ])('%i %s becomes a readable sentence', async (code, status, kind, sentence) => {
    server.next((response) => fail(response, code, status, 'internal details'))
    const error = await open()
      .search(asked)
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(DirectoryUnavailable)
    expect(error).toMatchObject({ kind, message: expect.stringContaining(sentence) })
    expect((error as Error).message).not.toContain('internal details')
  })

  test('about the key never contains the key', async () => {
    const error = await open({ apiKey: 'AIza-secret' })
      .search(asked)
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ kind: 'refused' })
    expect(String(error)).not.toContain('AIza-secret')
  })

  test('about the page token is a lost cursor', async () => {
    const { nextCursor } = await open().search(asked)
    for (const cursor of ['2:forged', nextCursor!.replace('dentist', 'bakery'), '4:x', '2:'])
      await expect(open().search({ ...asked, cursor })).rejects.toBeInstanceOf(CursorLost)
  })

  test.each<[string, (response: import('node:http').ServerResponse) => void]>([
    ['an answer that never comes', () => undefined],
    ['an answer that stops in the middle', (response) => void response.writeHead(200).write('{"places"')],
  ])('such as %s is told as one', async (_, trouble) => {
    // A server of its own: a request that timed out may still arrive later.
    const silent = await startGooglePlacesServer([])
    onTestFinished(silent.close)
    silent.next(trouble)
    await expect(open({ url: silent.url, timeoutMs: 300 }).search(asked)).rejects.toThrow(
      /did not answer within/,
    )
  })

  // A long timeout: each of these replies, however slowly.
  test.each<[string, (response: import('node:http').ServerResponse) => void, RegExp]>([
    ['a connection that breaks', (response) => void response.destroy(), /cannot be reached/],
    ['a page of HTML', (response) => void response.end('<html>sign in</html>'), /unreadable response/],
    [
      'an answer of another shape',
      (response) => void response.end('{"places":[{"id":5}]}'),
      /unreadable response/,
    ],
    ['an answer of six megabytes', (response) => void response.end('x'.repeat(6e6)), /too much data/],
    [
      'a redirect',
      (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      /cannot be reached/,
    ],
    [
      'an error page',
      (response) => void response.writeHead(502).end('<h1>Bad gateway</h1>'),
      /is having problems/,
    ],
  ])('such as %s is told as one', async (_, trouble, sentence) => {
    server.next(trouble)
    await expect(open({ timeoutMs: 60_000 }).search(asked)).rejects.toThrow(sentence)
  })

  test('such as an unreachable server is reported as one', async () => {
    await expect(open({ url: 'http://127.0.0.1:1' }).search(asked)).rejects.toThrow(/cannot be reached/)
  })

  test('is not reported when the user has left', async () => {
    const leaving = new AbortController()
    server.next(() => leaving.abort())
    await expect(open().search(asked, leaving.signal)).rejects.toHaveProperty('name', 'AbortError')
  })
})

describe('refreshing', () => {
  test('looks up by id, keeps the saved id, and reports places that are gone or closed', async () => {
    server.places[3]!.formattedAddress = '99 New Road, Springfield'
    server.places[4]!.businessStatus = 'CLOSED_PERMANENTLY'
    const ids = ['ChIJ_place_0003', 'ChIJ_place_0004', 'ChIJ_unknown_0']
    const found = await open().refresh([...ids, 'osm:node/5', 'manual-1767225600000-0011aabbcc'])
    expect([...found.keys()].sort()).toEqual([...ids].sort())
    expect(found.get(ids[0]!)).toMatchObject({ place_id: ids[0], address: '99 New Road, Springfield' })
    expect([found.get(ids[1]!), found.get(ids[2]!)]).toEqual([null, null])
    expect(
      server.requests.every(({ method, path }) => method === 'GET' && path.startsWith('/v1/places/ChIJ')),
    ).toBe(true)
  })

  test('stops at an error, so that no place counts as gone without an answer', async () => {
    server.next((response) => fail(response, 503, 'UNAVAILABLE', 'later'))
    await expect(open().refresh(['ChIJ_place_0003'])).rejects.toBeInstanceOf(DirectoryUnavailable)
  })
})
