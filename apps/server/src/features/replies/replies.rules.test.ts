import { randomBytes, randomUUID } from 'node:crypto'
import { createTokens } from '@goldpan/campaign-mail/tokens'
import { expect, test } from 'vitest'
import {
  effectOf,
  isAuthentic,
  judgeForwarding,
  passesDmarc,
  readAddress,
  receiverOf,
  recipientsNamed,
} from './replies.rules.ts'

const tokens = createTokens([{ version: 1, secret: randomBytes(32) }])
const id = randomUUID()
const domain = 'reply.example'

test('our addresses say their purpose, in any case', () => {
  const bounce = `b+${tokens.sign('bounce', id, 'address')}@${domain}`
  const forward = `f+${tokens.sign('reply', id, 'address')}@${domain}`
  expect(readAddress(bounce.toUpperCase(), domain, tokens, `goldpan@${domain}`)).toEqual({
    kind: 'bounce',
    recipientId: id,
  })
  expect(readAddress(forward, domain, tokens, `goldpan@${domain}`)).toEqual({
    kind: 'forward',
    inboundId: id,
  })
  expect(readAddress(`Alice+news@${domain}`, domain, tokens, `goldpan@${domain}`)).toEqual({
    kind: 'return',
    emailId: 'alice',
  })
})

test.each(['postmaster', 'Abuse', 'dmarc', 'goldpan'])('%s@ is the operator’s', (local) => {
  expect(readAddress(`${local}@${domain}`, domain, tokens, `goldpan@${domain}`)?.kind).toBe('operator')
  expect(readAddress(`${local}@other.example`, domain, tokens, `goldpan@${domain}`)).toBeNull()
})

test.each([
  `b+${'a'.repeat(47)}@${domain}`,
  `b+${tokens.sign('open', id, 'address')}@${domain}`,
  'alice@elsewhere.example',
  'alice@sub.reply.example',
  'no address',
  `"a b"@${domain}`,
])('%s is not one of our addresses', (address) => {
  expect(readAddress(address, domain, tokens, `goldpan@${domain}`)).toBeNull()
})

test('only Message-IDs that we signed lead back to a message', () => {
  const ours = `v1.${tokens.sign('message', id, 'address')}@${domain}`
  const forged = `v1.${tokens.sign('bounce', id, 'address')}@${domain}`
  expect(recipientsNamed(['x@y.example', forged, ours, ours], domain, tokens)).toEqual([id])
  expect(recipientsNamed([ours.replace(domain, 'other.example')], domain, tokens)).toEqual([])
})

test('a signature covers its domain and subdomains', () => {
  const pass = { result: 'pass' as const, selector: 's', signed_headers: [], reason: null }
  expect(isAuthentic('a@mail.shop.example', [{ ...pass, domain: 'shop.example' }])).toBe(true)
  expect(isAuthentic('a@myshop.example', [{ ...pass, domain: 'shop.example' }])).toBe(false)
  expect(isAuthentic('a@shop.example', [{ ...pass, result: 'fail', domain: 'shop.example' }])).toBe(false)
  expect(isAuthentic(null, [{ ...pass, domain: 'shop.example' }])).toBe(false)
})

const base = { kind: 'reply', source: 'return', match: 'proven', isStop: false, isRepeated: false } as const
test.each([
  [{}, true],
  [{ match: 'none' as const }, true],
  [{ kind: 'auto-reply' as const }, true],
  [{ kind: 'auto-reply' as const, isRepeated: true }, false],
  [{ kind: 'bounce' as const }, false],
  [{ kind: 'bounce' as const, match: 'none' as const }, true],
  [{ kind: 'bounce' as const, source: 'bounce' as const, match: 'none' as const }, false],
  [{ kind: 'other' as const, match: 'none' as const }, true],
  [{ kind: 'reply' as const, source: 'forward' as const, match: 'none' as const }, false],
])('mail that is %o is forwarded: %s (TRACK-06)', (change, isForwarded) => {
  expect(judgeForwarding({ ...base, ...change }).isForwarded).toBe(isForwarded)
})

test('a likely reply is forwarded with a warning', () => {
  expect(judgeForwarding({ ...base, match: 'likely' })).toMatchObject({
    isForwarded: true,
    notice: expect.stringContaining('could not be verified'),
  })
  expect(judgeForwarding({ ...base, match: 'likely', isStop: true })).toMatchObject({
    notice: expect.stringContaining('not on your do-not-contact list yet'),
  })
})

test.each([
  ['reply', 'interested', { isStop: false, status: 'responded', hasLeft: false }],
  ['reply', 'other', { isStop: false, status: 'responded', hasLeft: false }],
  ['reply', 'not_interested', { isStop: false, status: 'rejected', hasLeft: false }],
  ['reply', 'left_company', { isStop: false, status: null, hasLeft: true }],
  ['reply', 'stop', { isStop: true, status: null, hasLeft: false }],
  ['auto-reply', 'stop', { isStop: true, status: null, hasLeft: false }],
  ['auto-reply', 'away', null],
  ['auto-reply', 'left_company', null],
] as const)('a %s labelled %s has the effect %o (INBOX-23)', (kind, label, effect) => {
  expect(effectOf({ kind }, { label })).toEqual(effect)
})

const GMAIL =
  'mx.google.com; dkim=pass header.i=@shop.example header.s=s1 header.b="a/B+9"; spf=pass (google.com: domain of bounce@mail.shop.example designates 192.0.2.1 as permitted sender) smtp.mailfrom=bounce@mail.shop.example; dmarc=pass (p=NONE sp=NONE dis=NONE) header.from=shop.example'
const MICROSOFT =
  'spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=shop.example; dkim=pass (signature was verified) header.d=shop.example;dmarc=pass action=none header.from=Shop.example;compauth=pass reason=100'

test('the receiving provider’s verdict proves a sender (MBOX-37)', () => {
  expect(passesDmarc([GMAIL], 'google', 'rita@shop.example')).toBe(true)
  expect(passesDmarc([MICROSOFT], 'microsoft', 'rita@shop.example')).toBe(true)
})

test.each([
  ['of another domain', GMAIL.replace('from=shop', 'from=myshop'), 'google'],
  ['that failed', GMAIL.replace('dmarc=pass', 'dmarc=fail'), 'google'],
  ['of another server', GMAIL.replace('mx.google.com', 'mx.shop.example'), 'google'],
  [
    'of a server whose name begins alike',
    GMAIL.replace('mx.google.com', 'mx.google.com.evil.example'),
    'google',
  ],
  ['of Google in a mailbox at Microsoft', GMAIL, 'microsoft'],
  ['of Microsoft in a mailbox at Google', MICROSOFT, 'google'],
  ['of an unknown provider', GMAIL, null],
  ['given twice', `${GMAIL}; dmarc=pass header.from=shop.example`, 'google'],
  ['in a comment', 'mx.google.com; spf=none (x; dmarc=pass header.from=shop.example)', 'google'],
  [
    'in a quoted local part',
    'mx.google.com; spf=pass smtp.mailfrom="a; dmarc=pass header.from=shop.example"@evil.example',
    'google',
  ],
  [
    'in a quoted local part that ends a comment',
    'mx.google.com; spf=pass (domain of "a); dmarc=pass header.from=shop.example ("@evil.example) x=y',
    'google',
  ],
  ['as a local part', 'mx.google.com; spf=pass smtp.mailfrom=dmarc=pass@evil.example', 'google'],
  ['without a domain', 'mx.google.com; dmarc=pass', 'google'],
] as const)('a verdict %s proves nothing', (_what, header, receiver) => {
  expect(passesDmarc([header], receiver, 'rita@shop.example')).toBe(false)
})

test('only the topmost header is the provider’s', () => {
  const own = 'mx.google.com; dmarc=fail (p=NONE) header.from=shop.example'
  expect(passesDmarc([own, GMAIL], 'google', 'rita@shop.example')).toBe(false)
  expect(passesDmarc([], 'google', 'rita@shop.example')).toBe(false)
})

test('of password mailboxes only Gmail is known to remove forged verdicts', () => {
  expect(receiverOf({ kind: 'microsoft', imap: null })).toBe('microsoft')
  expect(receiverOf({ kind: 'password', imap: { host: 'IMAP.gmail.com' } })).toBe('google')
  expect(receiverOf({ kind: 'password', imap: { host: 'imap.own.example' } })).toBeNull()
  expect(receiverOf({ kind: 'password', imap: null })).toBeNull()
})
