import { createHash } from 'node:crypto'
import type { Mailbox } from './address.ts'
import { compose } from './compose.ts'
import { readIncomingMail } from './incoming-mail.ts'
import { fieldValues, splitMessage } from './message-bytes.ts'

/** The input for every sample of incoming mail. */
export interface SampleRequest {
  /** The delivered message that is answered or reported. */
  original: Buffer
  date: Date
}

/** A report that a message failed, is delayed or was delivered. */
export interface SampleDsn extends SampleRequest {
  recipient: string
  /** The host that reports. */
  reporting_mta: string
  action?: 'failed' | 'delayed' | 'delivered'
  /** `5.1.1`, … */
  status: string
  /** The receiving server's reply, such as `550 5.1.1 No such user`. */
  diagnostic: string
  envelope_id?: string
}

/** A person's reply or an automatic one. */
export interface SampleReply extends SampleRequest {
  from: Mailbox
  text: string
  subject?: string
}

const ACTION_WORDS = {
  failed: { subject: 'Undelivered Mail Returned to Sender', sentence: 'could not be delivered to' },
  delayed: { subject: 'Delayed Mail (still being retried)', sentence: 'has not been delivered yet to' },
  delivered: { subject: 'Successful Mail Delivery Report', sentence: 'was delivered to' },
}

/** A delivery status notification (RFC 3464), addressed to the return path. */
export async function buildDsn(sample: SampleDsn): Promise<Buffer> {
  const { subject, sentence } = ACTION_WORDS[sample.action ?? 'failed']
  const daemon = `MAILER-DAEMON@${sample.reporting_mta}`
  const words = [
    `This is the mail system at host ${sample.reporting_mta}.`,
    '',
    `Your message ${sentence} the following recipient:`,
    '',
    `<${sample.recipient}>: ${sample.diagnostic}`,
    '',
  ]
  return report({
    sample,
    type: 'delivery-status',
    from: { name: 'Mail Delivery System', address: daemon },
    to: returnPathOf(sample.original),
    subject,
    words: words.join('\r\n'),
    status: statusFields(sample),
  })
}

function statusFields(sample: SampleDsn): string {
  const message = [
    `Reporting-MTA: dns; ${sample.reporting_mta}`,
    ...(sample.envelope_id ? [`Original-Envelope-Id: ${sample.envelope_id}`] : []),
    `Arrival-Date: ${sample.date.toUTCString().replace('GMT', '+0000')}`,
  ]
  const recipient = [
    `Final-Recipient: rfc822; ${sample.recipient}`,
    `Original-Recipient: rfc822; ${sample.recipient}`,
    `Action: ${sample.action ?? 'failed'}`,
    `Status: ${sample.status}`,
    `Diagnostic-Code: smtp; ${sample.diagnostic}`,
  ]
  return [...message, '', ...recipient, ''].map((line) => `${line}\r\n`).join('')
}

/** A spam complaint (ARF, RFC 5965) about a message. */
export async function buildComplaint(
  sample: SampleRequest & { recipient: string; reporter: Mailbox; type?: string },
): Promise<Buffer> {
  const fields = [
    `Feedback-Type: ${sample.type ?? 'abuse'}`,
    'User-Agent: FeedbackLoop/1.0',
    'Version: 1',
    `Original-Mail-From: <${returnPathOf(sample.original)}>`,
    `Original-Rcpt-To: <${sample.recipient}>`,
    `Arrival-Date: ${sample.date.toUTCString().replace('GMT', '+0000')}`,
    '',
  ]
  return report({
    sample,
    type: 'feedback-report',
    from: sample.reporter,
    to: returnPathOf(sample.original),
    subject: `Fw: ${headerOf(sample.original, 'subject')}`,
    words: 'This is an email abuse report for an email message that the recipient marked as spam.\r\n',
    status: fields.map((line) => `${line}\r\n`).join(''),
  })
}

/** A person's reply that quotes the original, as common mail programs write it. */
export async function buildReply(sample: SampleReply): Promise<Buffer> {
  const original = await readIncomingMail(sample.original)
  const quoted = original.text
    .trim()
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
  const when = sample.date.toUTCString()
  const writer = `${original.from?.name ?? ''} <${original.from?.address ?? ''}>`.trim()
  const text = `${sample.text}\n\nOn ${when}, ${writer} wrote:\n\n${quoted}\n`
  return compose({ ...answer(sample, `Re: ${original.subject ?? ''}`), text })
}

/** An out-of-office reply with the headers of RFC 3834. */
export async function buildAutoReply(sample: SampleReply): Promise<Buffer> {
  const { subject } = await readIncomingMail(sample.original)
  return compose({
    ...answer(sample, `Automatic reply: ${subject ?? ''}`),
    text: sample.text,
    headers: {
      'Auto-Submitted': 'auto-replied',
      'X-Auto-Response-Suppress': 'All',
      Precedence: 'auto_reply',
    },
  })
}

function answer(sample: SampleReply, subject: string) {
  const id = headerOf(sample.original, 'message-id')
  return {
    from: { name: sample.from.name, address: sample.from.address },
    to: addressIn(headerOf(sample.original, 'reply-to') || headerOf(sample.original, 'from')),
    subject: sample.subject ?? subject,
    date: sample.date,
    messageId: newId(sample, sample.from.address, sample.text),
    inReplyTo: id || undefined,
    references: `${headerOf(sample.original, 'references')} ${id}`.trim() || undefined,
  }
}

interface Report {
  sample: SampleRequest
  type: 'delivery-status' | 'feedback-report'
  from: Mailbox
  to: string
  subject: string
  words: string
  status: string
}

/** Assembled by hand: mail libraries don't support multipart/report. */
function report({ sample, type, from, to, subject, words, status }: Report): Buffer {
  const boundary = `report-${createHash('sha256').update(sample.original).update(type).digest('hex').slice(0, 24)}`
  const head = [
    'Return-Path: <>',
    `From: "${from.name.replace(/["\\\r\n]/g, '')}" <${from.address}>`,
    `To: <${to}>`,
    `Subject: ${subject.replace(/[\r\n]+/g, ' ')}`,
    `Date: ${sample.date.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: ${newId(sample, from.address)}`,
    ...(type === 'delivery-status' ? ['Auto-Submitted: auto-replied'] : []),
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${type};\r\n boundary="${boundary}"`,
  ]
  const part = (contentType: string, content: string) =>
    `--${boundary}\r\nContent-Type: ${contentType}\r\n\r\n${content}\r\n`
  const body =
    part('text/plain; charset=utf-8', words) +
    part(`message/${type}`, status) +
    `--${boundary}\r\nContent-Type: message/rfc822\r\n\r\n`
  const text = `${head.join('\r\n')}\r\n\r\n${body}`
  return Buffer.concat([Buffer.from(text), sample.original, Buffer.from(`\r\n--${boundary}--\r\n`)])
}

function newId(sample: SampleRequest, sender: string, text = ''): string {
  const hash = createHash('sha256')
    .update(sample.original)
    .update(`${sample.date.getTime()} ${sender} ${text}`)
  return `<${hash.digest('hex').slice(0, 32)}@${sender.slice(sender.lastIndexOf('@') + 1)}>`
}

function headerOf(raw: Buffer, name: string): string {
  return fieldValues(splitMessage(raw).fields, name)[0] ?? ''
}

function returnPathOf(original: Buffer): string {
  return addressIn(headerOf(original, 'return-path')) || addressIn(headerOf(original, 'from'))
}

function addressIn(value: string): string {
  return /[^\s<>,;"]+@[^\s<>,;"]+/.exec(value)?.[0] ?? ''
}
