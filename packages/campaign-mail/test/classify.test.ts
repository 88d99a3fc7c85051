import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { classify, visibleReply } from '../src/campaign-mail.ts'
import { isAboutChecks } from '../src/feedback-report.ts'
import { FAMILIES } from './bounce-families.ts'
import { bounceOf, rawMail, replyOf, reportOf } from './messages.ts'
import { AUTO_REPLIES, HUMAN_REPLIES } from './people-and-machines.ts'

interface Label {
  file: string
  kind: string
  recipients?: { address: string | null; accept: string[]; address_also?: string[] }[]
  reply_text?: string
}

const folder = new URL('./fixtures/mail/', import.meta.url)
const labels: Label[] = JSON.parse(readFileSync(new URL('labels.json', folder), 'utf8'))
const toLf = (raw: Buffer) => Buffer.from(raw.toString('latin1').replace(/\r\n/g, '\n'), 'latin1')
const toCrlf = (raw: Buffer) => Buffer.from(raw.toString('latin1').replace(/\r?\n/g, '\r\n'), 'latin1')

describe('bounces', () => {
  test.each(FAMILIES)('$family is read with either line ending (I4)', async ({ raw, says }) => {
    for (const bytes of [toLf(raw), toCrlf(raw)]) {
      const { kind, recipients } = await classify(bytes)
      expect(kind).toBe('bounce')
      expect(recipients.map((each) => [each.address, each.class, each.reason])).toEqual(says)
    }
  })

  test('a delay warning is marked as delayed, a failure is not', async () => {
    const fields = (action: string) =>
      `Reporting-MTA: dns; mx.example.net\n\nFinal-Recipient: rfc822; bo@bakery.example\nAction: ${action}\nStatus: 4.4.1\n`
    expect((await classify(reportOf(fields('delayed')))).delayed).toBe(true)
    expect((await classify(reportOf(fields('failed')))).delayed).toBe(false)
    const words =
      'THIS IS A WARNING MESSAGE ONLY.\n\nDelivery to the following recipient has been delayed:\n\n     bo@bakery.example\n'
    const inWords = await classify(
      bounceOf('mailer-daemon@mx.example.net', 'Delivery Status Notification (Delay)', words),
    )
    expect([inWords.kind, inWords.delayed, inWords.recipients[0]?.class]).toEqual(['bounce', true, 'soft'])
  })

  test('a success report is delivered, whatever else it contains', async () => {
    const fields = (action: string) =>
      `Reporting-MTA: dns; mx.example.net\n\nFinal-Recipient: rfc822; bo@bakery.example\nAction: ${action}\nStatus: 2.0.0\n`
    for (const action of ['delivered', 'relayed', 'expanded']) {
      const result = await classify(reportOf(fields(action)))
      expect([result.kind, result.recipients[0]?.class]).toEqual(['delivered', null])
    }
  })

  test('the envelope id and the ids of the returned message identify the recipient', async () => {
    const status =
      'Original-Envelope-Id: env-4711\nReporting-MTA: dns; mx.example.net\n\nFinal-Recipient: rfc822; bo@bakery.example\nAction: failed\nStatus: 5.1.1\n'
    const result = await classify(reportOf(status))
    expect(result.original_envelope_id).toBe('env-4711')
    expect(result.message_ids).toEqual(['v1.token@sender.example'])
  })
})

describe('people and machines', () => {
  test('what people write is a reply, shown without quoted text (I5)', async () => {
    for (const words of HUMAN_REPLIES) {
      const quoted = `${words}\n\nOn Mon, 4 May 2026 at 10:00, Ann <ann@sender.example> wrote:\n> I am out of the office, it could not be delivered.\n`
      for (const body of [words, quoted]) {
        const result = await classify(replyOf(body))
        expect([words, result.kind, result.reply_text]).toEqual([words, 'reply', words])
      }
    }
  })

  test('automatic replies are never replies or bounces, with and without headers that say so (I5, TRACK-07)', async () => {
    for (const [subject, words] of AUTO_REPLIES) {
      expect([subject, (await classify(replyOf(words, { Subject: subject }))).kind]).toEqual([
        subject,
        'auto-reply',
      ])
      const marked = { Subject: subject, 'Return-Path': '<>', 'Auto-Submitted': 'auto-replied' }
      expect([subject, (await classify(replyOf(words, marked))).kind]).toEqual([subject, 'auto-reply'])
    }
  })

  test.each([
    { 'Auto-Submitted': 'auto-generated' },
    { 'X-Autoreply': 'yes' },
    { 'X-Autorespond': 'hello' },
    { 'X-Auto-Response-Suppress': 'All' },
    { Precedence: 'auto_reply' },
    { Precedence: 'bulk' },
    { 'Return-Path': '<>' },
    { From: 'no-reply@bakery.example' },
    { 'List-Id': '<list.bakery.example>' },
  ])('the header $0 alone makes a reply automatic (TRACK-07)', async (headers) => {
    expect((await classify(replyOf('Thanks for your message.', headers))).kind).toBe('auto-reply')
  })

  test('‘Auto-Submitted: no’ marks a person’s message', async () => {
    expect((await classify(replyOf('Hello', { 'Auto-Submitted': 'no' }))).kind).toBe('reply')
  })

  test('a message that refers to none counts as a reply only if it came to a return address', async () => {
    const raw = replyOf('Do you still offer this?', { 'In-Reply-To': undefined, Subject: 'Question' })
    expect((await classify(raw)).kind).toBe('other')
    expect((await classify(raw, { from: 'bo@bakery.example', to: ['ann@sender.example'] })).kind).toBe(
      'reply',
    )
    expect((await classify(raw, { from: '', to: ['ann@sender.example'] })).kind).toBe('auto-reply')
  })

  test('a person’s message about a failed delivery is not a bounce', async () => {
    const subjects = [
      'Delivery failed again',
      'Returned mail',
      'Re: Undeliverable: your offer',
      'Failure notice for my order',
    ]
    for (const Subject of subjects) {
      const result = await classify(
        replyOf('The parcel could not be delivered to bo@bakery.example.', { Subject }),
      )
      expect([Subject, result.kind]).toEqual([Subject, 'reply'])
    }
  })

  test('In-Reply-To comes first, then References from newest to oldest', async () => {
    const headers = {
      'In-Reply-To': '<c@x.example>',
      References: '<a@x.example>\n <b@x.example> <c@x.example>',
    }
    const result = await classify(replyOf('Hi', headers))
    expect(result.message_ids).toEqual(['c@x.example', 'b@x.example', 'a@x.example'])
    expect(result.from).toEqual({ name: 'Bo Lind', address: 'bo@bakery.example' })
    expect(result.to).toEqual(['ann@sender.example'])
  })

  test('a first line that only asks for no more mail is an unsubscribe', async () => {
    const asks = [
      'stop',
      'STOP!',
      'Unsubscribe',
      'please remove me from your list',
      'Bitte abmelden',
      'désinscription',
      'отписаться',
    ]
    for (const words of asks)
      expect([words, (await classify(replyOf(words))).wants_unsubscribe]).toEqual([words, true])
    const others = [
      'Stop by any time',
      'Please do not stop',
      'How do I unsubscribe my colleague?',
      'Remove the second item',
    ]
    for (const words of others)
      expect([words, (await classify(replyOf(words))).wants_unsubscribe]).toEqual([words, false])
  })
})

describe('complaints', () => {
  const complaint = (type: string) =>
    rawMail(
      {
        From: 'feedback@provider.example',
        To: 'abuse@sender.example',
        Subject: 'FW: Hi',
        'Content-Type': 'multipart/report; report-type=feedback-report; boundary="b"',
      },
      `--b\nContent-Type: text/plain\n\nThis is an abuse report.\n--b\nContent-Type: message/feedback-report\n\nFeedback-Type: ${type}\nVersion: 1\nOriginal-Rcpt-To: <bo@bakery.example>\n\n--b\nContent-Type: message/rfc822\n\nMessage-ID: <v1.token@sender.example>\nTo: bo@bakery.example\n\nHi\n--b--\n`,
    )

  test('an abuse report names the complainant and the message', async () => {
    const result = await classify(complaint('abuse'))
    expect(result.kind).toBe('complaint')
    expect(result.recipients.map((each) => each.address)).toEqual(['bo@bakery.example'])
    expect(result.message_ids).toContain('v1.token@sender.example')
  })

  test('a not-spam report is not a complaint', async () => {
    expect((await classify(complaint('not-spam'))).kind).toBe('other')
  })

  test('an authentication failure report is marked, because nobody complains', async () => {
    const result = await classify(complaint('auth-failure'))
    expect([result.kind, result.recipients[0]!.action]).toEqual(['complaint', 'auth-failure'])
    expect(isAboutChecks(result.recipients[0]!.action)).toBe(true)
    expect(isAboutChecks('abuse')).toBe(false)
  })
})

describe('messages from other projects', () => {
  const bounces = labels.filter((label) => label.recipients && label.kind === 'bounce')

  test.each(labels.filter((label) => label.kind !== 'reply-text'))(
    '$file is a $kind (I4)',
    async ({ file, kind, recipients, reply_text }) => {
      const raw = readFileSync(new URL(file, folder))
      for (const bytes of [raw, toCrlf(raw)]) {
        const result = await classify(bytes)
        expect(result.kind).toBe(kind)
        if (reply_text) expect(result.reply_text).toBe(reply_text.trim())
        for (const wanted of kind === 'bounce' ? (recipients ?? []) : []) {
          const names = [wanted.address, ...(wanted.address_also ?? [])]
          const found = result.recipients.find((each) => names.includes(each.address))
          expect(wanted.accept).toContain(found?.class)
        }
      }
    },
  )

  test('the samples hold bounces of both classes', () => {
    const classes = bounces.flatMap((label) => label.recipients!.map((each) => each.accept.join('/')))
    expect(new Set(classes).size).toBeGreaterThan(2)
  })

  test.each(labels.filter((label) => label.kind === 'reply-text'))(
    '$file shows only the reply',
    ({ file, reply_text }) => {
      expect(visibleReply(readFileSync(new URL(file, folder), 'utf8'))).toBe(reply_text!.trim())
    },
  )
})
