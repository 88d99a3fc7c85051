import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { readSignature, signMail } from './webhook.ts'

const now = new Date('2026-03-02T09:00:00.000Z')
const seconds = now.getTime() / 1000
const raw = Buffer.from('Subject: x\r\n\r\nhello')
const hashBody = (body: Buffer) => createHash('sha256').update(body).digest('hex')
const envelope = { from: 'a@b.example', to: 'one@reply.example,two@reply.example' }
const signed = (time: number, secret = 'secret') => ({
  envelope,
  signature: signMail({ raw, envelope }, secret, time),
})

test('a signature contains the hash of its body', () => {
  expect(readSignature(signed(seconds), 'secret', now)).toBe(hashBody(raw))
})

const right = signed(seconds).signature
const otherHash = hashBody(Buffer.from('other'))

test.each([
  ['by somebody else', signed(seconds, 'guess')],
  ['ten minutes ago', signed(seconds - 600)],
  ['for another body', { envelope, signature: right.replace(hashBody(raw), otherHash) }],
  ['for another recipient', { envelope: { ...envelope, to: 'x@reply.example' }, signature: right }],
  ['not at all', { envelope, signature: '' }],
  ['by a broken program', { envelope, signature: 't=1,b=0,v1=zz' }],
])('an envelope signed %s is refused', (_how, sent) => {
  expect(readSignature(sent, 'secret', now)).toBeNull()
})
