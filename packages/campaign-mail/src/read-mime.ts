import PostalMime, { type Address, type Email } from 'postal-mime'
import { decodeText } from './charsets.ts'
import { fieldValues, MAX_PARSED_HEAD, splitMessage } from './message-bytes.ts'

/**
 * Parses a message. Texts and headers are decoded by their bytes where a label is missing or wrong. Subject and names
 * come without bidirectional controls, by which 'invoice<RLO>fdp.exe' is shown as 'invoiceexe.pdf'.
 */
export async function readMime(raw: Buffer, maxNestingDepth: number): Promise<Email> {
  const parser = new PostalMime({
    forceRfc822Attachments: true,
    maxNestingDepth,
    // The parser reads a list of addresses in time that grows with the square of its length.
    maxHeadersSize: MAX_PARSED_HEAD,
  }) as PostalMime & PartCollector
  const collect = parser.collectNode.bind(parser)
  parser.collectNode = (part, ...where) => {
    decodePart(part)
    return collect(part, ...where)
  }
  return withPlainNames(await parser.parse(withUtf8Head(raw)))
}

/** Embeddings, overrides and isolates; the marks that Arabic and Hebrew need stay. */
const withoutBidiControls = (text: string): string => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')

function withPlainNames(email: Email): Email {
  const { from, to, cc, replyTo, subject } = email
  return {
    ...email,
    subject: subject && withoutBidiControls(subject),
    from: from && plainAddress(from),
    to: to?.map(plainAddress),
    cc: cc?.map(plainAddress),
    replyTo: replyTo?.map(plainAddress),
    attachments: email.attachments.map((file) => ({
      ...file,
      filename: file.filename && withoutBidiControls(file.filename),
    })),
  }
}

function plainAddress(entry: Address): Address {
  const name = withoutBidiControls(entry.name)
  if (entry.group) return { name, group: entry.group.map((member) => plainMailbox(member)) }
  return plainMailbox(entry)
}

const plainMailbox = ({ name, address }: { name: string; address?: string }) => ({
  name: withoutBidiControls(name),
  address: withoutBidiControls(address ?? ''),
})

/** A step of the parser that its types leave out: it takes each part before it reads its text. */
interface PartCollector {
  collectNode(part: ParsedPart, ...where: unknown[]): Promise<void>
}

interface ParsedPart {
  content: ArrayBuffer | null
  contentType: { parsed: { value: string; params: Record<string, string> } }
  contentDisposition: { parsed: { value: string } }
}

/** Puts a text part into UTF-8, for the parser believes any charset label. A file stays as it is. */
function decodePart(part: ParsedPart): void {
  const { value, params } = part.contentType.parsed
  if (!part.content || !/^text\/(?:plain|html)$/.test(value)) return
  if (part.contentDisposition.parsed.value === 'attachment') return
  const text = decodeText(new Uint8Array(part.content), params.charset)
  part.content = new Uint8Array(Buffer.from(text)).buffer
  params.charset = 'utf-8'
}

const ENCODED_WORD = /=\?([^?\s*]{1,40})(?:\*[^?\s]{0,20})?\?([bq])\?([^?\r\n]*)\?=/gi
/** Encoded words next to each other are one text: a letter may begin in one and end in the next. */
const ENCODED_WORDS = new RegExp(`${ENCODED_WORD.source}(?:\\s+${ENCODED_WORD.source})*`, 'gi')
/** Bytes beyond ASCII, or a change of the alphabet in ISO-2022-JP. */
const UNENCODED = /^.*[\x80-\xff\x1b].*$/gm
const SUBJECT = /^subject:.*(?:\n[ \t].*)*/im

/** Puts encoded words and unencoded text of the head into UTF-8. */
function withUtf8Head(raw: Buffer): Buffer {
  const { fields, body } = splitMessage(raw)
  const head = raw.toString('latin1', 0, raw.length - body.length)
  const label = /charset="?([^\s;"]+)/i.exec(fieldValues(fields, 'content-type')[0] ?? '')?.[1] ?? ''
  const toUtf8 = (text: string) =>
    Buffer.from(decodeText(Buffer.from(text, 'latin1'), text.includes('\x1b') ? '' : label)).toString(
      'latin1',
    )
  const inUtf8 = head
    .replace(ENCODED_WORDS, rewriteWords)
    .replace(UNENCODED, toUtf8)
    // UTF-7 has no bytes by which it could be told, and '+' in an address means itself.
    .replace(SUBJECT, (subject) => (/utf-?7$/i.test(label) ? toUtf8(subject) : subject))
  return inUtf8 === head ? raw : Buffer.concat([Buffer.from(inUtf8, 'latin1'), body])
}

function rewriteWords(words: string): string {
  const texts: { charset: string; bytes: Buffer[] }[] = []
  for (const [, charset = '', encoding = '', encoded = ''] of words.matchAll(ENCODED_WORD)) {
    const bytes = /b/i.test(encoding) ? Buffer.from(encoded, 'base64') : decodeQ(encoded)
    const last = texts.at(-1)
    if (last?.charset.toLowerCase() === charset.toLowerCase()) last.bytes.push(bytes)
    else texts.push({ charset, bytes: [bytes] })
  }
  const text = texts.map(({ charset, bytes }) => decodeText(Buffer.concat(bytes), charset)).join('')
  return `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`
}

/** The Q encoding of RFC 2047. */
const decodeQ = (encoded: string): Buffer =>
  Buffer.from(
    encoded
      .replaceAll('_', ' ')
      .replace(/=([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  )
