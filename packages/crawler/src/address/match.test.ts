import { expect, test } from 'vitest'
import { matchAddresses } from './match.ts'

const emailsIn = (text: string): string[] => [...matchAddresses(text)].map(({ email }) => email)

test.each([
  'x22tiles@roofworks.org',
  'x27tiles@roofworks.orgx27',
  'x3cx22tiles@roofworks.orgx22x3e',
  'X3Etiles@roofworks.org',
  'u003etiles@roofworks.orgu003c',
  'u0022tiles@roofworks.org',
  'x20tiles@roofworks.org',
])('escapes without their backslash are not part of an address: %s', (text) => {
  expect(emailsIn(text)).toEqual(['tiles@roofworks.org'])
})

test.each(['xavier@roofworks.org', 'x1@roofworks.org', 'x2019@roofworks.org', 'x3dprint@x3dprint.com'])(
  '%s is an address',
  (email) => {
    expect(emailsIn(email)).toEqual([email])
  },
)
