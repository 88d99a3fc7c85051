import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MailboxPreset, mailboxPreset } from '@goldpan/contract/own-mailboxes'
import { afterAll, expect, test } from 'vitest'
import { StartUpError } from '../../db/start-up-error.ts'
import { knownPresets } from './known-presets.ts'
import { createPresets, readPresets } from './presets.ts'

/** Mail exchangers by domain; a domain that isn't there gets no answer. */
const exchangers: Record<string, string[]> = {
  'workspace.example': ['aspmx.l.google.com', 'alt1.aspmx.l.google.com'],
  'm365.example': ['m365-example.mail.protection.outlook.com'],
  'hosted.example': ['WWW123.Your-Server.DE'],
  'proton.example': ['mail.protonmail.ch'],
  'own.example': ['mail.own.example'],
  'nearly.example': ['evil-google.com'],
  'none.example': [],
}
const dns = {
  mx: async (name: string) => {
    const found = exchangers[name]
    if (!found) return new Promise<never>(() => undefined)
    return found.map((exchange, priority) => ({ exchange, priority }))
  },
}
const presets = createPresets({ own: [], dns, mxTimeoutMs: 50 })
const waysTo = async (address: string) =>
  (await presets.lookUp(address)).ways.map(({ kind, provider }) => `${kind} ${provider}`)

const folder = mkdtempSync(join(tmpdir(), 'goldpan-presets-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('an address is found by its domain, with servers and user name (MBOX-02)', async () => {
  const { ways, sentence } = await presets.lookUp('pat@GMX.de')
  expect(sentence).toBe('')
  expect(ways).toEqual([
    {
      kind: 'password',
      provider: 'gmx',
      name: 'GMX',
      smtp: { host: 'mail.gmx.net', port: 465, security: 'tls', username: 'pat@GMX.de' },
      imap: { host: 'imap.gmx.net', port: 993, security: 'tls', username: 'pat@GMX.de' },
      needs_app_password: false,
      hint: 'Turn on IMAP at gmx.net under E-Mail, Settings, POP3 & IMAP.',
      help_url: expect.any(String),
    },
  ])
  expect((await presets.lookUp('pat@web.de')).ways[0]!.smtp!.username).toBe('pat')
})

test('Google and Microsoft offer their sign-in first, by domain and by MX (MBOX-02)', async () => {
  expect(await waysTo('pat@gmail.com')).toEqual(['google gmail', 'password gmail'])
  expect(await waysTo('pat@workspace.example')).toEqual(['google gmail', 'password gmail'])
  expect(await waysTo('pat@hotmail.com')).toEqual(['microsoft outlook'])
  expect(await waysTo('pat@m365.example')).toEqual(['microsoft outlook'])
})

test('a hosted domain is found by its mail exchangers (MBOX-02)', async () => {
  expect(await waysTo('pat@hosted.example')).toEqual(['password hetzner'])
})

test('an unknown domain has no way, also when DNS does not answer (MBOX-02)', async () => {
  for (const domain of ['own.example', 'nearly.example', 'none.example', 'silent.example'])
    expect(await presets.lookUp(`pat@${domain}`)).toEqual({
      ways: [],
      sentence: `We do not know the mail servers of ${domain}. Please enter them.`,
    })
})

test('Proton Mail has no way, and the sentence says why (MBOX-02)', async () => {
  const none = { ways: [], sentence: 'Proton Mail needs its Bridge on your own machine' }
  expect(await presets.lookUp('pat@proton.me')).toEqual(none)
  expect(await presets.lookUp('pat@proton.example')).toEqual(none)
})

test('a preset of the operator without servers or a hint is an unknown provider (MBOX-02)', async () => {
  const bare = {
    ...knownPresets.find(({ id }) => id === 'proton')!,
    id: 'bare',
    domains: ['bare.example'],
    hint: '',
  }
  const own = createPresets({ own: [bare], dns, mxTimeoutMs: 50 })
  expect(await own.lookUp('pat@bare.example')).toEqual({
    ways: [],
    sentence: 'We do not know the mail servers of bare.example. Please enter them.',
  })
})

test('every preset is whole, encrypted, and found by one domain only', () => {
  const domains = knownPresets.flatMap((preset) => preset.domains)
  const endings = knownPresets.flatMap((preset) => preset.mx)
  const ids = knownPresets.map(({ id }) => id)
  for (const list of [domains, endings, ids]) expect(new Set(list).size).toBe(list.length)
  for (const preset of knownPresets) {
    expect(mailboxPreset.parse(preset)).toEqual(preset)
    expect(preset.domains.length + preset.mx.length).toBeGreaterThan(0)
    if (preset.smtp) expect([465, 587]).toContain(preset.smtp.port)
    if (preset.imap) expect(preset.imap.port).toBe(993)
    if (preset.needs_app_password) expect(preset.hint).not.toBe('')
  }
  expect(knownPresets.filter(({ needs_app_password }) => needs_app_password).map(({ id }) => id)).toEqual([
    'gmail',
    'fastmail',
    'icloud',
    'yahoo',
  ])
})

const own: MailboxPreset = {
  id: 'gmx',
  name: 'Our GMX',
  domains: ['Own.Example', 'gmx.de'],
  mx: ['.own.example'],
  kind: 'password',
  smtp: { host: 'smtp.own.example', port: 587, security: 'starttls' },
  imap: null,
  username: 'local_part',
  needs_app_password: false,
  hint: '',
  help_url: null,
  saves_sent: true,
}

test("the operator's presets come first and replace those of the same id (MBOX-02)", async () => {
  const file = join(folder, 'presets.json')
  writeFileSync(file, JSON.stringify([own]))
  const mixed = createPresets({ own: readPresets(file), dns })
  expect(mixed.list()[0]!.name).toBe('Our GMX')
  expect(mixed.list().filter(({ id }) => id === 'gmx')).toHaveLength(1)
  expect(mixed.find('gmx')?.name).toBe('Our GMX')
  const { ways } = await mixed.lookUp('pat@gmx.de')
  expect(ways).toMatchObject([{ name: 'Our GMX', imap: null, smtp: { username: 'pat' } }])
  expect((await mixed.lookUp('pat@own.example')).ways).toHaveLength(1)
})

test.each([
  ['is missing', null, /cannot be used: it cannot be read\.$/],
  ['is not JSON', '[{', /cannot be used: it is not JSON\.$/],
  ['is not a list', '{}', /cannot be used: the whole: /],
  ['lacks a field', '[{"id": "a"}]', /cannot be used: 0\.name: /],
  [
    'names a port that does not exist',
    JSON.stringify([{ ...own, smtp: { ...own.smtp, port: 70_000 } }]),
    /0\.smtp\.port/,
  ],
])('a file of MAILBOX_PRESETS that %s refuses the start', (name, text, sentence) => {
  const file = join(folder, `${name}.json`)
  if (text !== null) writeFileSync(file, text)
  expect(() => readPresets(file)).toThrow(StartUpError)
  expect(() => readPresets(file)).toThrow(sentence)
  expect(() => readPresets(file)).toThrow(/^The file of MAILBOX_PRESETS, \//)
})
