import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { expect, test } from 'vitest'
import { buildAnswer, buildMessage, dkimRecord } from '../src/campaign-mail.ts'
import { KEY, sampleMessage } from './sample-message.ts'

/** Another project's verifier, with our record as the only thing in the DNS. */
async function verifyElsewhere(raw: Buffer) {
  const record = dkimRecord(KEY)
  const resolver = async (name: string, type: string) => {
    if (name === record.name && type === 'TXT') return [record.chunks]
    throw Object.assign(new Error('none'), { code: 'ENOTFOUND' })
  }
  const { results } = await dkimVerify(raw, { resolver })
  return results.map((result) => {
    // Left out of the package's own types.
    const { keys } = (result as unknown as { signingHeaders: { keys: string } }).signingHeaders
    return { result: result.status.result, domain: result.signingDomain, signed: keys.toLowerCase() }
  })
}

const messages = Array.from({ length: 10 }, (_, n) =>
  sampleMessage({
    subject: ['A question', 'Öfen für Sie', 'ご提案', 'Long '.repeat(30), 'x=y?'][n % 5]!,
    html: `<p>Hello ${n},</p>${'<p>A line with = and – ünïcode.</p>'.repeat(n * 5 + 1)}<p> spaces  at the end  </p>`,
    message_id: `v1.${n}@mail.sender.example`,
    ...(n % 2 ? { in_reply_to: 'first@mail.sender.example', references: ['first@mail.sender.example'] } : {}),
  }),
)

test.each(messages.map((message) => [message.subject, message] as const))(
  'the signature of %s verifies with an independent verifier (SEND-25)',
  async (_subject, message) => {
    const { raw } = await buildMessage(message)
    const [result] = await verifyElsewhere(raw)
    expect(result).toMatchObject({ result: 'pass', domain: 'mail.sender.example' })
    for (const name of [
      'list-unsubscribe',
      'list-unsubscribe-post',
      'feedback-id',
      'from',
      'subject',
      'message-id',
    ])
      expect(result!.signed).toContain(name)
  },
)

test('a message that was changed on the way does not verify', async () => {
  const { raw } = await buildMessage(sampleMessage())
  const changed = Buffer.from(raw.toString('latin1').replace('Sundays', 'Mondays'), 'latin1')
  expect((await verifyElsewhere(changed))[0]!.result).not.toBe('pass')
})

test('an answer out of the application verifies as well', async () => {
  const { raw } = await buildAnswer({
    raw: Buffer.from(
      'From: Bo <bo@bakery.example>\r\nSubject: Re: Ovens\r\nMessage-ID: <b1@bakery.example>\r\n\r\nYes?\r\n',
    ),
    from: { name: 'Ann', address: 'ann@mail.sender.example' },
    ...{ to: 'bo@bakery.example', text: 'Yes!', message_id: 'a1.x@mail.sender.example' },
    ...{ envelope_from: 'a+x@mail.sender.example', date: new Date('2026-05-04T10:00:00Z'), dkim: [KEY] },
  })
  expect((await verifyElsewhere(raw))[0]!.result).toBe('pass')
})
