import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  buildAnswer,
  buildMessage,
  dkimRecord,
  generateDkimKey,
  signDkim,
  testDkimKey,
} from '../src/campaign-mail.ts'
import { hashBody, relaxBody, sha256, simpleBody } from '../src/dkim-canonical.ts'
import { verifyByMailauth } from './mailauth.ts'
import { KEY, sampleMessage } from './sample-message.ts'

const messages = Array.from({ length: 10 }, (_, n) =>
  sampleMessage({
    subject: ['A question', 'Öfen für Sie', 'ご提案', 'Long '.repeat(30), 'x=y?'][n % 5]!,
    html: `<p>Hello ${n},</p>${'<p>A line with = and – ünïcode.</p>'.repeat(n * 5 + 1)}<p> spaces  at the end  </p>`,
    message_id: `v1.${n}@mail.sender.example`,
    ...(n % 2 ? { in_reply_to: 'first@mail.sender.example', references: ['first@mail.sender.example'] } : {}),
  }),
)

describe('signing', () => {
  test.each(messages.map((message) => [message.subject, message] as const))(
    'the signature of %s verifies and covers the headers that RFC 8058 and feedback loops need (SEND-25)',
    async (_subject, message) => {
      const { raw } = await buildMessage(message)
      const [signature] = await verifyByMailauth(raw)
      expect(signature).toMatchObject({ result: 'pass', domain: 'mail.sender.example' })
      expect(signature!.covered).toEqual(
        expect.arrayContaining([
          'from',
          'to',
          'subject',
          'message-id',
          'content-type',
          'list-unsubscribe',
          'list-unsubscribe-post',
          'feedback-id',
        ]),
      )
    },
  )

  test('a reply sent from the application verifies as well', async () => {
    const { raw } = await buildAnswer({
      raw: Buffer.from(
        'From: Bo <bo@bakery.example>\r\nSubject: Re: Ovens\r\nMessage-ID: <b1@bakery.example>\r\n\r\nYes?\r\n',
      ),
      from: { name: 'Ann', address: 'ann@mail.sender.example' },
      to: 'bo@bakery.example',
      text: 'Yes!',
      message_id: 'a1.x@mail.sender.example',
      envelope_from: 'a+x@mail.sender.example',
      date: new Date('2026-05-04T10:00:00Z'),
      dkim: [KEY],
    })
    expect(await verifyByMailauth(raw)).toMatchObject([{ result: 'pass' }])
  })

  test('an Ed25519 key signs in addition to an RSA key', async () => {
    const pair = generateKeyPairSync('ed25519')
    const second = {
      domain: KEY.domain,
      selector: 'ed',
      private_key: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    }
    expect(dkimRecord(second).value).toMatch(/^v=DKIM1; k=ed25519; p=[\w+/]{43}=$/)
    const signed = await signDkim(Buffer.from('From: a@b.example\r\n\r\nhi'), [KEY, second])
    const results = await verifyByMailauth(signed, [KEY, second])
    expect(results.map(({ result }) => result)).toEqual(['pass', 'pass'])
  })

  test('a key that can’t sign throws instead of leaving the message unsigned', async () => {
    await expect(signDkim(Buffer.from('a'), [{ ...KEY, private_key: 'garbage' }])).rejects.toThrow()
    const dkim = [{ ...KEY, private_key: 'garbage' }]
    await expect(buildMessage(sampleMessage({ dkim }))).rejects.toThrow()
  })

  test('a body is canonicalized as in RFC 6376', () => {
    const bodies = fc.stringMatching(/^(?:[ \t]|\r\n|\n|\r|a|\xe9){0,40}$/)
    fc.assert(
      fc.property(bodies, (body) => {
        const lines = body.split(/\r?\n/).map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''))
        while (lines.at(-1) === '') lines.pop()
        expect(relaxBody(Buffer.from(body, 'latin1')).toString('latin1')).toBe(
          lines.map((line) => `${line}\r\n`).join(''),
        )
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('a signing key', () => {
  test('has a record to publish that fits into DNS strings', () => {
    const record = dkimRecord(KEY)
    expect(record.name).toBe('gp1._domainkey.mail.sender.example')
    expect(record.value).toMatch(/^v=DKIM1; k=rsa; p=[\w+/]+=*$/)
    expect(record.chunks.join('')).toBe(record.value)
    expect(Math.max(...record.chunks.map((chunk) => chunk.length))).toBeLessThanOrEqual(255)
  })

  test('is compared with the published record, and the sentence says how to fix a mismatch', async () => {
    expect(testDkimKey(KEY).ok).toBe(true)
    const { value } = dkimRecord(KEY)
    for (const published of [value, value.replace(/; /g, ';'), value.replace('p=', 'p= ')])
      expect([published, testDkimKey(KEY, published).ok]).toEqual([published, true])
    const other = dkimRecord(await generateDkimKey(KEY.domain, KEY.selector)).value
    for (const published of [other, '', 'v=DKIM1; p=', 'v=spf1 -all'])
      expect(testDkimKey(KEY, published)).toEqual({ ok: false, sentence: expect.stringContaining(value) })
    expect(testDkimKey({ ...KEY, private_key: 'x' })).toEqual({
      ok: false,
      sentence: expect.stringContaining("can't be read"),
    })
  })

  test('requires a domain name and a selector', async () => {
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
