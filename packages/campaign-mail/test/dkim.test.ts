import { generateKeyPairSync } from 'node:crypto'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import DKIM from 'nodemailer/lib/dkim'
import { describe, expect, test } from 'vitest'
import {
  buildMessage,
  dkimRecord,
  generateDkimKey,
  signDkim,
  testDkimKey,
  verifyDkim,
} from '../src/campaign-mail.ts'
import { hashBody, relaxBody, sha256, simpleBody } from '../src/dkim-canonical.ts'
import { KEY, sampleMessage } from './sample-message.ts'

const published = new Map([[dkimRecord(KEY).name, dkimRecord(KEY).value]])
const lookUp = async (name: string) => published.get(name) ?? null
const { raw } = await buildMessage(sampleMessage())
const changed = (from: string | RegExp, to: string) =>
  Buffer.from(raw.toString('latin1').replace(from, to), 'latin1')
const resultOf = async (bytes: Buffer) => (await verifyDkim(bytes, lookUp))[0]?.result

describe('DKIM', () => {
  test('a signature passes and covers the headers that RFC 8058 and feedback loops need', async () => {
    const [result] = await verifyDkim(raw, lookUp)
    expect(result).toMatchObject({ result: 'pass', domain: 'mail.sender.example', selector: 'gp1' })
    expect(result!.signed_headers).toEqual(
      expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post', 'feedback-id', 'content-type']),
    )
  })

  test.each([
    [/^Subject: /m, 'Subject: x'],
    [/^List-Unsubscribe-Post: /m, 'List-Unsubscribe-Post: x'],
    [/^Feedback-ID: /m, 'Feedback-ID: x'],
    [/^From: /m, 'From: evil@x.test\r\nFrom: '],
    [/^Subject: /m, 'Reply-To: evil@x.test\r\nSubject: '],
    [/Sundays/, 'Mondays'],
    [/h=from:/, 'h='],
  ])('a change of %s breaks it', async (from, to) => {
    expect(await resultOf(changed(from, to))).toBe('fail')
  })

  test('what relays may do to a message does not', async () => {
    expect(await resultOf(Buffer.concat([Buffer.from('Received: by x\r\n'), raw]))).toBe('pass')
    expect(await resultOf(Buffer.from(raw.toString('latin1').replace(/\r\n/g, '\n'), 'latin1'))).toBe('pass')
    expect(await resultOf(Buffer.concat([raw, Buffer.from('\r\n\r\n')]))).toBe('pass')
    expect(await resultOf(changed(/^Subject: /m, 'SUBJECT:  '))).toBe('pass')
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

  test('an Ed25519 key signs beside an RSA key', async () => {
    const pair = generateKeyPairSync('ed25519')
    const second = {
      domain: KEY.domain,
      selector: 'ed',
      private_key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    }
    const record = dkimRecord(second)
    expect(record.value).toMatch(/^v=DKIM1; k=ed25519; p=[\w+/]{43}=$/)
    const signed = await signDkim(Buffer.from('From: a@b.example\r\n\r\nhi'), [KEY, second])
    const results = await verifyDkim(signed, async (name) =>
      name === record.name ? record.value : lookUp(name),
    )
    expect(results.map((each) => each.result)).toEqual(['pass', 'pass'])
  })

  test('a key that cannot sign is an error, never an unsigned message', async () => {
    await expect(signDkim(raw, [{ ...KEY, private_key: 'garbage' }])).rejects.toThrow()
  })

  test('a missing record, a short key and a partly signed body do not pass', async () => {
    expect((await verifyDkim(raw, async () => null))[0]?.result).toBe('no-key')
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 512 })
    const short = `v=DKIM1; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`
    expect((await verifyDkim(raw, async () => short))[0]?.result).toBe('fail')
    expect((await verifyDkim(changed('c=relaxed', 'l=10; c=relaxed'), lookUp))[0]?.result).toBe('fail')
  })

  test('the record to publish fits into DNS strings', () => {
    const record = dkimRecord(KEY)
    expect(record.name).toBe('gp1._domainkey.mail.sender.example')
    expect(record.value).toMatch(/^v=DKIM1; k=rsa; p=[\w+/]+=*$/)
    expect(record.chunks.join('')).toBe(record.value)
    expect(Math.max(...record.chunks.map((chunk) => chunk.length))).toBeLessThanOrEqual(255)
  })

  test('a key is tested against what is published, with a sentence', async () => {
    expect((await testDkimKey(KEY)).ok).toBe(true)
    expect((await testDkimKey(KEY, dkimRecord(KEY).value)).ok).toBe(true)
    const other = await generateDkimKey(KEY.domain, KEY.selector)
    const wrong = await testDkimKey(KEY, dkimRecord(other).value)
    expect([wrong.ok, wrong.sentence]).toEqual([false, expect.stringContaining(dkimRecord(KEY).value)])
    expect(await testDkimKey({ ...KEY, private_key: 'x' })).toMatchObject({
      ok: false,
      sentence: expect.stringContaining("can't be read"),
    })
  })

  test('keys are made for domain names only', async () => {
    await expect(generateDkimKey('no domain', 'a')).rejects.toThrow('not a domain name')
    await expect(generateDkimKey('sender.example', 'a;b')).rejects.toThrow('not a selector')
  })
})

describe('the hash of a body', () => {
  const pieces = fc.constantFrom('a', 'bc', ' ', '\t', '\r\n', '\n', '\r', '\r\n\r\n', ' \r\n')
  test.each([
    ['relaxed', true, relaxBody],
    ['simple', false, simpleBody],
  ] as const)('is the same in slices, %s', async (_form, isRelaxed, canonical) => {
    await fc.assert(
      fc.asyncProperty(fc.array(pieces), fc.integer({ min: 1, max: 9 }), async (written, sliceBytes) => {
        const body = Buffer.from(written.join(''))
        const inSlices = await hashBody(body, isRelaxed, sliceBytes)
        expect(inSlices.toString('hex')).toBe(sha256(canonical(body)).toString('hex'))
      }),
      { numRuns: 2_000 },
    )
  })
})
