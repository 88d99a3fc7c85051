import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SIGN_IN_CALLBACK } from '@goldpan/contract/own-mailboxes'
import { expect, test } from 'vitest'

const text = readFileSync(join(import.meta.dirname, '../docs/self-hosting.md'), 'utf8')

/** What stands under a heading, up to the next one. */
function sectionOf(heading: string): string {
  const after = text.split(new RegExp(`^#+ ${heading}$`, 'm'))[1]
  if (after === undefined) throw new Error(`docs/self-hosting.md has no heading '${heading}'`)
  return after.split(/^#/m)[0]!
}

const stepsOf = (heading: string): number[] =>
  [...sectionOf(heading).matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number))

const gmail = 'https://www.googleapis.com/auth/gmail.'

const pages: [string, string[], string[], string[]][] = [
  [
    'Connect Gmail',
    ['openid', 'email', `${gmail}send`, `${gmail}readonly`],
    ['GOOGLE_OAUTH_CLIENT_ID', 'GOOGLE_OAUTH_CLIENT_SECRET', 'GOOGLE_OAUTH_READING'],
    ['Internal', 'restricted', 'every year', 'expire'],
  ],
  [
    'Connect Microsoft 365',
    'openid email offline_access User.Read Mail.Send Mail.Read Mail.Send.Shared Mail.Read.Shared'.split(' '),
    ['MICROSOFT_OAUTH_CLIENT_ID', 'MICROSOFT_OAUTH_CLIENT_SECRET', 'MICROSOFT_OAUTH_TENANT'],
    ['internal', 'publisher', 'expires', '24 months'],
  ],
]

test.each(pages)(
  '%s: ten steps, from the registration to a trial (MBOX-60)',
  (heading, scopes, settings, words) => {
    const section = sectionOf(heading)
    expect(stepsOf(heading)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    for (const subject of ['Registration', 'Redirect', 'Scopes', 'Review', 'Secret', 'Trial'])
      expect(section).toContain(`**${subject}`)
    for (const scope of scopes) expect(section).toContain(`\`${scope}\``)
    for (const word of [...settings, ...words]) expect(section).toContain(word)
    expect(section).toContain(`PUBLIC_URL${SIGN_IN_CALLBACK}`)
    expect(section).toContain(`*Mailboxes → Add mailbox → ${heading}*`)
  },
)
