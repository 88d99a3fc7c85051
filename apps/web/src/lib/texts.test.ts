import { expect, test, vi } from 'vitest'
import { countOf } from './counts.ts'
import {
  formatDateTime,
  formatDay,
  formatLongDay,
  formatLongMoment,
  formatMoment,
  formatRelative,
  formatShort,
  formatTime,
  formatTimeLeft,
  formatUtcDay,
  formatWeekday,
} from './dates.ts'
import { originOf } from './login-state.ts'
import { paths } from './paths.ts'
import { formatPhone, personName } from './person-name.ts'

test.each([
  ['4235550100', '(423) 555-0100'],
  ['423-555-0100', '(423) 555-0100'],
  ['+423 555 01 00', '+423 555 01 00'],
  ['+1 423 555 0100', '+1 423 555 0100'],
  ['555 0100', '555 0100'],
  ['', ''],
])(
  'the phone number %o is shown as %o: only exactly ten digits without a country code are formatted',
  (typed, shown) => {
    expect(formatPhone(typed)).toBe(shown)
  },
)

test('dates that are missing or broken show a dash', () => {
  expect([formatDay(null), formatDay('soon'), formatRelative(undefined)]).toEqual(['–', '–', '–'])
})

test('each kind of date has one style, day first, with the year when it is another one', () => {
  const now = new Date(2026, 10, 28, 14, 5)
  const [today, monday, spring, before] = [
    new Date(2026, 10, 28, 8, 40),
    new Date(2026, 10, 23, 8, 40),
    new Date(2026, 2, 3, 8, 40),
    new Date(2025, 2, 3, 8, 40),
  ]
  const each = (format: (instant: Date, now: Date) => string) =>
    [today, monday, spring, before].map((instant) => format(instant, now))
  expect(each(formatDay)).toEqual(['28 Nov', '23 Nov', '3 Mar', '3 Mar 2025'])
  expect(each(formatDateTime)).toEqual([
    '28 Nov, 08:40',
    '23 Nov, 08:40',
    '3 Mar, 08:40',
    '3 Mar 2025, 08:40',
  ])
  expect(each(formatMoment)).toEqual(['08:40', '23 Nov, 08:40', '3 Mar, 08:40', '3 Mar 2025, 08:40'])
  expect(each(formatShort)).toEqual(['08:40', 'Mon', '3 Mar', '3 Mar 2025'])
  expect(formatLongDay(spring)).toBe('3 March 2026')
  expect(formatLongMoment(spring.toISOString())).toBe('Tuesday, 3 March 2026, 08:40')
  expect(formatTime('2026-03-03T08:40:00Z', 'Asia/Tokyo')).toBe('17:40')
  expect(formatUtcDay('2026-04-01T00:00:00.000Z')).toBe('1 April 2026 (UTC)')
})

test('a day without a time is the same day everywhere', () => {
  vi.stubEnv('TZ', 'America/Los_Angeles')
  const shown = [formatDay, formatWeekday, formatLongDay].map((format) => format('2026-03-05'))
  vi.unstubAllEnvs()
  expect(shown.map((text) => text.replace(/ 2026$/, ''))).toEqual(['5 Mar', 'Thu 5 Mar', '5 March'])
})

test('times are told by how long ago they were', () => {
  const now = new Date('2026-03-10T12:00:00Z')
  const ago = (iso: string) => formatRelative(iso, now)
  expect(ago('2026-03-10T11:59:40Z')).toBe('just now')
  expect(ago('2026-03-10T11:57:00Z')).toBe('3 minutes ago')
  expect(ago('2026-03-09T11:00:00Z')).toBe('yesterday')
  expect(ago('2026-03-10T14:00:00Z')).toBe('in 2 hours')
})

test('the time that is left is told roughly', () => {
  expect([20, 120, 7200].map(formatTimeLeft)).toEqual([
    'less than a minute left',
    'about 2 minutes left',
    'about 2 hours left',
  ])
})

test('counts take the noun that fits', () => {
  expect([countOf(1, 'prospect'), countOf(1204, 'prospect'), countOf(2, 'business', 'businesses')]).toEqual([
    '1 prospect',
    '1,204 prospects',
    '2 businesses',
  ])
})

test('a person is called by both names, or by the address', () => {
  expect(personName({ first_name: ' Anna ', last_name: 'Frick' })).toBe('Anna Frick')
  expect(personName({ first_name: '', last_name: null, email: 'a@example.li' })).toBe('a@example.li')
})

test.each([
  [{ from: '/tables/1?x=2' }, '/tables/1?x=2'],
  [{ from: 'https://evil.example' }, '/'],
  [{ from: '//evil.example' }, '/'],
  [{ from: '/\\evil.example' }, '/'],
  [null, '/'],
  [{ from: 3 }, '/'],
])('after login with the state %o one goes to %s, never to another website (SESS-03)', (state, place) => {
  expect(originOf(state)).toBe(place)
})

test('names in addresses are encoded', () => {
  expect(paths.table('a/b?c')).toBe('/tables/a%2Fb%3Fc')
})
