import { expect, test } from 'vitest'
import { countryCode } from './countries.ts'

test.each([
  ['LI', 'LI'],
  ['li ', 'LI'],
  // Without their umlauts' spellings, UAE would read as UA, and AE as nothing.
  ['UA', 'UA'],
  ['AE', 'AE'],
  ['UAE', 'AE'],
  ['UK', 'GB'],
  ['FL', 'LI'],
  ['Fürstentum Liechtenstein', 'LI'],
  ['Schweiz', 'CH'],
  ['svizzera', 'CH'],
  ['', undefined],
  ['XX', undefined],
  ['Atlantis', undefined],
])('in addresses the country %j is %s', (text, code) => {
  expect(countryCode(text)).toBe(code)
})
