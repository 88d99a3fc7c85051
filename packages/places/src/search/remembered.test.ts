import { expect, test } from 'vitest'
import type { Place, PlaceSearch, PlaceSearchResult } from '../place.ts'
import { RememberedPages } from './remembered.ts'

const pageOf = (places: number): { version: string; result: PlaceSearchResult } => ({
  version: '1',
  result: {
    places: Array.from({ length: places }, () => ({}) as Place),
    ...{ next: null, widened: null, attributions: [] },
  },
})
const asked = (query: string, more: Partial<PlaceSearch> = {}): PlaceSearch => ({ query, limit: 20, ...more })

test('a page is that of the same words, place, filters, size and cursor only', () => {
  const pages = new RememberedPages()
  const page = pageOf(3)
  pages.keep(asked('dentist', { location: 'Vaduz' }), page)
  expect(pages.find(asked(' dentist ', { location: 'Vaduz ', filters: { has_phone: false } }))).toBe(page)
  const others = [
    asked('dentist'),
    asked('dentists', { location: 'Vaduz' }),
    asked('dentist', { location: 'Vaduz', limit: 50 }),
    asked('dentist', { location: 'Vaduz', after: 'x' }),
    asked('dentist', { location: 'Vaduz', filters: { has_email: true } }),
  ]
  for (const other of others) expect(pages.find(other)).toBeUndefined()
})

test('what was not asked for longest goes first, as soon as there are too many places', () => {
  const pages = new RememberedPages()
  for (let n = 0; n < 80; n++) pages.keep(asked(`${n}`), pageOf(100))
  pages.find(asked('0'))
  pages.keep(asked('one more'), pageOf(100))
  expect(pages.find(asked('0'))).toBeDefined()
  expect(pages.find(asked('1'))).toBeUndefined()
  expect(pages.find(asked('2'))).toBeDefined()
  for (let n = 0; n < 3; n++) pages.keep(asked('one more'), pageOf(100))
  expect(pages.find(asked('2')), 'a page that is found anew counts once').toBeDefined()
})

test('pages without places are bounded too, and what is too long is not kept', () => {
  const pages = new RememberedPages()
  for (let n = 0; n < 2001; n++) pages.keep(asked(`${n}`), pageOf(0))
  expect(pages.find(asked('0'))).toBeUndefined()
  expect(pages.find(asked('1'))).toBeDefined()
  pages.keep(asked('x'.repeat(5000)), pageOf(1))
  expect(pages.find(asked('x'.repeat(5000)))).toBeUndefined()
})
