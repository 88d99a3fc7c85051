import { isAddress } from '@goldpan/contract/email-address'
import { domainOf, type Mailbox } from './address.ts'
import { type BuiltMessage, MessageRefused } from './campaign-message.ts'
import { compose } from './compose.ts'
import { type DkimKey, signDkim } from './dkim.ts'
import { readIncomingMail } from './incoming-mail.ts'
import { fieldValues, splitMessage } from './message-bytes.ts'
import { bareId } from './message-refusals.ts'
import { plainFileName } from './plain-name.ts'

/** A file that is sent along. Its name and type come from the user's browser. */
export interface AnswerFile {
  name: string
  type: string
  content: Buffer
}

/** A user's reply to an incoming message. */
export interface AnswerRequest {
  /** The incoming message. */
  raw: Buffer
  from: Mailbox
  to: string
  /** Plain text. */
  text: string
  files?: readonly AnswerFile[]
  message_id: string
  envelope_from: string
  date: Date
  dkim?: DkimKey[]
}

const MAX_QUOTED = 10_000
const CONTROL = /[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g

/** Builds the reply in the same thread, quoting the incoming message. Throws {@link MessageRefused}. */
export async function buildAnswer(request: AnswerRequest): Promise<BuiltMessage> {
  refuse(request)
  const answered = await readIncomingMail(request.raw)
  const thread = threadOf(request.raw)
  const unsigned = await compose({
    from: { name: request.from.name.replace(CONTROL, ' '), address: request.from.address },
    to: { name: (answered.from?.name ?? '').replace(CONTROL, ' ').slice(0, 200), address: request.to },
    subject: answerSubject(answered.subject),
    messageId: `<${bareId(request.message_id)}>`,
    date: request.date,
    inReplyTo: thread.at(-1),
    references: thread.length > 0 ? thread : undefined,
    text: `${request.text.trim()}\n\n${quote(answered.text, answered.from?.address ?? request.to)}`,
    attachments: request.files?.map(({ name, type, content }) => ({
      filename: plainFileName(name) || 'file',
      contentType: /^[a-z0-9.+-]+\/[a-z0-9.+-]+$/.test(type) ? type : 'application/octet-stream',
      content,
      contentDisposition: 'attachment' as const,
    })),
  })
  const raw = request.dkim?.length ? await signDkim(unsigned, request.dkim) : unsigned
  return { raw, envelope: { from: request.envelope_from, to: [request.to] }, dsn: null }
}

/** Replaces any reply prefixes with a single 'Re: '. */
export function answerSubject(subject: string | null): string {
  const bare = (subject ?? '')
    .replace(CONTROL, ' ')
    .replace(/^(?:\s*(?:re|aw|sv|antw|vs|odp|ref)\s*:)+\s*/i, '')
  return `Re: ${bare.trim()}`.trim().slice(0, 400)
}

function refuse({ from, to, envelope_from, message_id, dkim }: AnswerRequest): void {
  const unsafe = [from.address, to, envelope_from].find((address) => !isAddress(address))
  if (unsafe !== undefined)
    throw new MessageRefused(`The address "${unsafe.replace(CONTROL, ' ').slice(0, 80)}" can't be used.`)
  if (!bareId(message_id)) throw new MessageRefused('The message id of the answer is not one.')
  const foreign = dkim?.find((key) => !`.${domainOf(from.address)}`.endsWith(`.${key.domain}`))
  if (foreign) throw new MessageRefused(`The signing key belongs to ${foreign.domain}, not to the sender.`)
}

/** The message ids of the thread, oldest first, ending with the incoming message. */
function threadOf(raw: Buffer): string[] {
  const { fields } = splitMessage(raw)
  const ids = (name: string) =>
    ((fieldValues(fields, name)[0] ?? '').slice(0, 20_000).match(/<[^<>\s]+>/g) ?? []).filter(
      (id) => bareId(id) !== null,
    )
  const own = ids('message-id')
  const before = [...ids('references'), ...ids('in-reply-to')].filter((id) => !own.includes(id))
  return [...new Set(before), ...own.slice(0, 1)].slice(-50)
}

function quote(text: string, writer: string): string {
  const lines = text.trim().slice(0, MAX_QUOTED).split('\n')
  return `${writer} wrote:\n${lines.map((line) => `> ${line}`.trimEnd()).join('\n')}\n`
}
