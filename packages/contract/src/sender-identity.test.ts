import { describe, expect, test } from 'vitest'
import {
  countryCodes,
  countryName,
  senderIdentityMessages as messages,
  postalLines,
  senderIdentityForm,
} from './sender-identity.ts'

const form = {
  company: 'Pans Ltd',
  street: '1 Assay Lane',
  postcode: 'LS1 1AA',
  city: 'Leeds',
  country: 'GB',
  register_line: null,
  privacy_url: null,
}

/** The refused fields, each with its first sentence. */
function refusedFields(changes: Record<string, unknown>): Record<string, string> {
  const issues = senderIdentityForm.safeParse({ ...form, ...changes }).error?.issues ?? []
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join('.'), message]))
}

test.each([
  ['DE', '10115', 'Berlin', ['10115 Berlin', 'Germany']],
  ['FR', '75001', 'Paris', ['75001 Paris', 'France']],
  ['CH', '8001', 'Zürich', ['8001 Zürich', 'Switzerland']],
  ['LI', '9490', 'Vaduz', ['9490 Vaduz', 'Liechtenstein']],
  ['US', '97201', 'Portland, OR', ['Portland, OR 97201', 'United States']],
  ['CA', 'K1A 0B1', 'Ottawa ON', ['Ottawa ON K1A 0B1', 'Canada']],
  ['AU', '2000', 'Sydney NSW', ['Sydney NSW 2000', 'Australia']],
  ['GB', 'LS1 1AA', 'Leeds', ['Leeds', 'LS1 1AA', 'United Kingdom']],
  ['IE', 'D02 X285', 'Dublin 2', ['Dublin 2', 'D02 X285', 'Ireland']],
  ['HK', null, 'Kowloon', ['Kowloon', 'Hong Kong SAR China']],
])(
  'an address in %s has the country’s format, with its name in English (IDENTITY-08)',
  (country, postcode, city, expected) => {
    const address = { ...form, country, postcode, city }
    expect(postalLines(address)).toEqual(['Pans Ltd', '1 Assay Lane', ...expected])
  },
)

test('a country is one of the 249 of ISO 3166, each with a name (IDENTITY-07)', () => {
  expect(new Set(countryCodes).size).toBe(249)
  for (const code of countryCodes) expect(countryName(code)).not.toBe(code)
  for (const country of ['XX', 'ZZ', 'EU', 'UK', 'gb', 'GBR', '', null, 7, undefined])
    expect(refusedFields({ country })).toEqual({ country: messages.country })
})

test('company, street, town and country are required, each with its own message (IDENTITY-03)', () => {
  for (const nothing of ['', '  ', '\u200b', null, undefined])
    expect(refusedFields({ company: nothing, street: nothing, city: nothing, country: nothing })).toEqual({
      company: messages.company,
      street: messages.street,
      city: messages.city,
      country: messages.country,
    })
})

test('optional fields may be empty or missing, and are null then', () => {
  const { company, street, city, country } = form
  const parsed = { ...form, postcode: null, register_line: null, privacy_url: null }
  expect(senderIdentityForm.parse({ company, street, city, country })).toEqual(parsed)
  const empty = { postcode: ' ', register_line: '', privacy_url: '' }
  expect(senderIdentityForm.parse({ ...form, ...empty })).toEqual(parsed)
})

describe('a one-line field accepts no line break, control or direction character, and no long text (IDENTITY-06)', () => {
  const fields = ['company', 'street', 'postcode', 'city', 'register_line']
  const hostile = [
    'a\r\nBcc: b',
    'a\nb',
    'a\u0000b',
    'a\u2028b',
    'a\u0085b',
    'a\u202eb',
    'a\u2066b',
    'a\ud800b',
  ]
  test.each(fields)('%s', (field) => {
    for (const text of hostile)
      expect(refusedFields({ [field]: text })).toEqual({ [field]: messages.oneLine })
    expect(refusedFields({ [field]: 'x'.repeat(70_000) })[field]).toMatch(
      /^Please keep this under \d+ characters$/,
    )
    expect(refusedFields({ [field]: { toString: 'x' } })).toHaveProperty(field)
  })
})

test('a privacy link must be a web page (IDENTITY-06)', () => {
  for (const privacy_url of ['https://pans.example/privacy?a=1&b=2', 'http://söhne.example/datenschutz'])
    expect(senderIdentityForm.parse({ ...form, privacy_url }).privacy_url).toBe(privacy_url)
  for (const privacy_url of [
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://pans.example',
    'mailto:a@pans.example',
    'pans.example/privacy',
    'https://',
    'https://a b.example',
    'https://pans.example/"><script>',
    'https://bank.example@evil.example/',
    'https:pans.example',
    'https://a.example\\@b.example',
  ])
    expect([privacy_url, refusedFields({ privacy_url })]).toEqual([
      privacy_url,
      { privacy_url: messages.privacyUrl },
    ])
  expect(refusedFields({ privacy_url: 'https://a.example/\r\nBcc: b' }).privacy_url).toBe(messages.oneLine)
  expect(refusedFields({ privacy_url: `https://a.example/${'x'.repeat(500)}` }).privacy_url).toContain(
    'under',
  )
})
