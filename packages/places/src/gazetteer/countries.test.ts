import { expect, test } from 'vitest'
import { countryCode } from './countries.ts'

test.each([
  ['LI', 'LI'],
  ['li ', 'LI'],
  // Regression: folded umlaut spellings would turn UAE into UA, and AE into nothing.
  ['UA', 'UA'],
  ['AE', 'AE'],
  ['UAE', 'AE'],
  ['UK', 'GB'],
  ['FL', 'LI'],
  ['Fürstentum Liechtenstein', 'LI'],
  ['Schweiz', 'CH'],
  ['svizzera', 'CH'],
  // Withdrawn codes have the same names: FX, UK, SU, YU, DY, HV, DD.
  ['France', 'FR'],
  ['Frankreich', 'FR'],
  ['United Kingdom', 'GB'],
  ['Vereinigtes Königreich', 'GB'],
  ['Russia', 'RU'],
  ['Serbia', 'RS'],
  ['Benin', 'BJ'],
  ['Burkina Faso', 'BF'],
  ['Germany', 'DE'],
  ['Côte d’Ivoire', 'CI'],
  ['Kosovo', 'XK'],
  ['FX', undefined],
  ['', undefined],
  ['XX', undefined],
  ['Atlantis', undefined],
])('in addresses the country %j is %s', (text, code) => {
  expect(countryCode(text)).toBe(code)
})
