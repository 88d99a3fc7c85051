import { setImmediate as nextTurn } from 'node:timers/promises'
import PostalMime, { type Address, type Email } from 'postal-mime'
import { decodeText } from './charsets.ts'
import { fieldValues, MAX_PARSED_HEAD, splitMessage } from './message-bytes.ts'

const LINES_PER_TURN = 5_000

/**
 * Parses a message. Text and headers are decoded by their bytes if a label is missing or wrong. Bidirectional
 * controls, which make 'invoice<RLO>fdp.exe' look like 'invoiceexe.pdf', are removed from the subject and from names.
 */
export async function readMime(raw: Buffer, maxNestingDepth: number): Promise<Email> {
  const parser = new PostalMime({
    forceRfc822Attachments: true,
    maxNestingDepth,
    // The parser's time for a list of addresses grows with the square of its length.
    maxHeadersSize: MAX_PARSED_HEAD,
  }) as PostalMime & PartCollector
  const collect = parser.collectNode.bind(parser)
  parser.collectNode = (part, ...where) => {
    decodePart(part)
    return collect(part, ...where)
  }
  const processLine = parser.processLine.bind(parser)
  let lines = 0
  parser.processLine = async (...line) => {
    lines += 1
    // A file of 20 MB would hold everything else up for half a second.
    if (lines % LINES_PER_TURN === 0) await nextTurn()
    return processLine(...line)
  }
  return withPlainNames(await parser.parse(withUtf8Head(raw)))
}

/** Removes embeddings, overrides and isolates; keeps the marks that Arabic and Hebrew need. */
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

/** Parser methods missing from its types: one receives each line, the other each part before its text is decoded. */
interface PartCollector {
  processLine(line: unknown, isFinal: boolean): Promise<void>
  collectNode(part: ParsedPart, ...where: unknown[]): Promise<void>
}

interface ParsedPart {
  content: ArrayBuffer | null
  contentType: { parsed: { value: string; params: Record<string, string> } }
  contentDisposition: { parsed: { value: string } }
}

/** Converts a text part to UTF-8, because the parser trusts any charset label. Files stay unchanged. */
function decodePart(part: ParsedPart): void {
  const { value, params } = part.contentType.parsed
  if (!part.content || !/^text\/(?:plain|html)$/.test(value)) return
  if (part.contentDisposition.parsed.value === 'attachment') return
  const text = decodeText(new Uint8Array(part.content), params.charset)
  part.content = new Uint8Array(Buffer.from(text)).buffer
  params.charset = 'utf-8'
}

const ENCODED_WORD = /=\?([^?\s*]{1,40})(?:\*[^?\s]{0,20})?\?([bq])\?([^?\r\n]*)\?=/gi
/** Adjacent encoded words are one text: a character may begin in one and end in the next. */
const ENCODED_WORDS = new RegExp(`${ENCODED_WORD.source}(?:\\s+${ENCODED_WORD.source})*`, 'gi')
/** Bytes beyond ASCII, or a character set switch in ISO-2022-JP. */
const UNENCODED = /^.*[\x80-\xff\x1b].*$/gm
const SUBJECT = /^subject:.*(?:\n[ \t].*)*/im

/** Converts encoded words and unencoded text of the header to UTF-8. */
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
    // UTF-7 can't be recognised by its bytes, and a '+' in an address is literal.
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
