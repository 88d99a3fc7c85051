import { expect, test } from 'vitest'
import { readSignedMail, signMail } from './webhook.ts'

const now = new Date('2026-03-02T09:00:00.000Z')
const seconds = now.getTime() / 1000
const mail = {
  raw: Buffer.from('Subject: x\r\n\r\nhello'),
  envelope: { from: 'a@b.example', to: 'one@reply.example,two@reply.example' },
}
const signed = (time: number, secret = 'secret') => ({
  ...mail,
  signature: `t=${time},v1=${signMail(mail, secret, time)}`,
})

test('a signed message is taken with its envelope', () => {
  expect(readSignedMail(signed(seconds), 'secret', now)).toEqual({
    raw: mail.raw,
    envelope: { from: 'a@b.example', to: ['one@reply.example', 'two@reply.example'] },
  })
})

test.each([
  ['by somebody else', signed(seconds, 'guess')],
  ['ten minutes ago', signed(seconds - 600)],
  ['for another body', { ...signed(seconds), raw: Buffer.from('other') }],
  ['for another recipient', { ...signed(seconds), envelope: { from: 'a@b.example', to: 'x@reply.example' } }],
  ['not at all', { ...mail, signature: '' }],
  ['by a broken program', { ...mail, signature: 't=1,v1=zz' }],
])('a message signed %s is refused', (_how, sent) => {
  expect(readSignedMail(sent, 'secret', now)).toBeNull()
})
