import { generateKeyPairSync } from 'node:crypto'
import { text } from 'node:stream/consumers'
import DKIM from 'nodemailer/lib/dkim'
import { describe, expect, test } from 'vitest'
import { buildMessage, dkimRecord, signDkim, verifyDkim } from '../src/campaign-mail.ts'
import { verifyByMailauth } from './mailauth.ts'
import { KEY, sampleMessage } from './sample-message.ts'

const lookUp = async (name: string) => (name === dkimRecord(KEY).name ? dkimRecord(KEY).value : null)
const { raw } = await buildMessage(sampleMessage())
const changed = (from: string | RegExp, to: string) =>
  Buffer.from(raw.toString('latin1').replace(from, to), 'latin1')
const resultOf = async (bytes: Buffer) => (await verifyDkim(bytes, lookUp))[0]?.result

describe('verifying the signature of an incoming message', () => {
  test('returns the domain, selector and headers', async () => {
    const [signature] = await verifyDkim(raw, lookUp)
    expect(signature).toMatchObject({ result: 'pass', domain: 'mail.sender.example', selector: 'gp1' })
    expect(signature!.signed_headers).toEqual(expect.arrayContaining(['from', 'content-type']))
  })

  test.each([
    [/^Subject: /m, 'Subject: x'],
    [/^List-Unsubscribe-Post: /m, 'List-Unsubscribe-Post: x'],
    [/^Feedback-ID: /m, 'Feedback-ID: x'],
    [/^From: /m, 'From: evil@x.test\r\nFrom: '],
    [/^Subject: /m, 'Reply-To: evil@x.test\r\nSubject: '],
    [/Sundays/, 'Mondays'],
    [/h=from:/, 'h='],
  ])('a change of %s breaks it, also according to mailauth', async (from, to) => {
    const bytes = changed(from, to)
    expect(bytes.equals(raw)).toBe(false)
    expect(await resultOf(bytes)).toBe('fail')
    expect((await verifyByMailauth(bytes))[0]!.result).not.toBe('pass')
  })

  test('changes that relays may make don’t break it', async () => {
    const bytes = [
      Buffer.concat([Buffer.from('Received: by x\r\n'), raw]),
      Buffer.from(raw.toString('latin1').replace(/\r\n/g, '\n'), 'latin1'),
      Buffer.concat([raw, Buffer.from('\r\n\r\n')]),
      changed(/^Subject: /m, 'SUBJECT:  '),
    ]
    for (const each of bytes) {
      expect(await resultOf(each)).toBe('pass')
      expect(await verifyByMailauth(each)).toMatchObject([{ result: 'pass' }])
    }
  })

  test("another program's signature verifies, and one of ours has its body hash", async () => {
    const message =
      'From: Ann <ann@mail.sender.example>\r\nSubject:  a  b \r\nTo: x@y.example\r\n\r\nHello  \r\n\r\nyou\t there\r\n\r\n\r\n'
    const signer = new DKIM({
      domainName: KEY.domain,
      keySelector: KEY.selector,
      privateKey: KEY.private_key,
      headerFieldNames: 'from:subject:to',
    })
    const theirs = Buffer.from(await text(signer.sign(message)))
    expect(await resultOf(theirs)).toBe('pass')
    const hash = (bytes: Buffer) => /bh=([^;]+);/.exec(bytes.toString().replace(/\s/g, ''))?.[1]
    expect(hash(await signDkim(Buffer.from(message), [KEY]))).toBe(hash(theirs))
  })

  test('a signature that doesn’t cover From fails, although it passes with mailauth', async () => {
    const message = Buffer.from('From: a@mail.sender.example\r\nSubject: x\r\n\r\nhi\r\n')
    const signed = await signDkim(message, [KEY], ['subject'])
    expect(await resultOf(signed)).toBe('fail')
    expect(await verifyByMailauth(signed)).toMatchObject([{ result: 'pass' }])
  })

  test('a missing record, a short key, SHA-1 and a partly signed body fail', async () => {
    expect((await verifyDkim(raw, async () => null))[0]?.result).toBe('no-key')
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 512 })
    const short = `v=DKIM1; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`
    expect((await verifyDkim(raw, async () => short))[0]?.result).toBe('fail')
    const reasonOf = async (bytes: Buffer) => (await verifyDkim(bytes, lookUp))[0]?.reason
    expect(await reasonOf(changed('c=relaxed', 'l=10; c=relaxed'))).toBe('Only a part of the body is signed')
    expect(await reasonOf(changed('a=rsa-sha256', 'a=rsa-sha1'))).toBe('Unknown algorithm')
  })

  test('a hostile list of signed headers is refused before the key lookup', async () => {
    const many = changed(/h=from:/, `h=from:${'x:'.repeat(1_000)}`)
    expect((await verifyDkim(many, lookUp))[0]?.reason).toBe('Too many headers are signed')
  })
})
