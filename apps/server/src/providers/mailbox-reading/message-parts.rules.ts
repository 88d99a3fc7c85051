import { fieldValues, type HeaderField, splitMessage } from '@goldpan/campaign-mail/message-bytes'

export const MAX_HEADER_BYTES = 64 * 1024
/** For a message's text parts, without its files. */
export const MAX_TEXT_BYTES = 1_000_000
/** Read of a message to find its text parts; they come before its files in all but odd mail. */
export const MAX_TEXT_SOURCE_BYTES = 2 * 1024 * 1024
const MAX_NESTING = 10
const MAX_PARTS = 200

/** Text, and the parts of reports. */
const KEPT_TYPES = /^(?:text\/|message\/(?:delivery-status|feedback-report|disposition-notification))/i

/**
 * Headers and text parts of the beginning of a message, as a message of at most 1 MB. Their bytes are not changed. Of a
 * message inside, such as one that bounced, the headers are kept.
 */
export function withoutFiles(source: Buffer): Buffer {
  const budget = { bytes: MAX_TEXT_BYTES, parts: MAX_PARTS }
  return (keepText(source, budget, 0) ?? Buffer.alloc(0)).subarray(0, MAX_TEXT_BYTES)
}

function keepText(part: Buffer, budget: { bytes: number; parts: number }, depth: number): Buffer | null {
  budget.parts -= 1
  if (budget.parts < 0 || budget.bytes <= 0) return null
  const { fields, body } = splitMessage(part)
  const head = headOf(fields)
  const [type = 'text/plain'] = fieldValues(fields, 'content-type')
  const [disposition = ''] = fieldValues(fields, 'content-disposition')
  budget.bytes -= head.length + 2
  const boundary = /^multipart\//i.test(type) && depth < MAX_NESTING ? boundaryOf(type) : null
  if (boundary !== null) {
    const kept: Buffer[] = []
    for (const inner of splitParts(body, boundary)) {
      budget.bytes -= boundary.length + 8
      const text = keepText(inner, budget, depth + 1)
      if (text) kept.push(Buffer.from(`--${boundary}\r\n`, 'latin1'), text, Buffer.from('\r\n'))
    }
    return Buffer.concat([head, Buffer.from('\r\n'), ...kept, Buffer.from(`--${boundary}--\r\n`, 'latin1')])
  }
  if (/^message\/rfc822/i.test(type) && depth > 0) {
    const { fields: inner } = splitMessage(body)
    return Buffer.concat([Buffer.from('Content-Type: text/rfc822-headers\r\n\r\n'), headOf(inner)])
  }
  const isText = KEPT_TYPES.test(type) && !/^attachment/i.test(disposition)
  if (!isText) return depth === 0 ? Buffer.concat([head, Buffer.from('\r\n')]) : null
  const text = body.subarray(0, Math.max(0, budget.bytes))
  budget.bytes -= text.length
  return Buffer.concat([head, Buffer.from('\r\n'), text])
}

const headOf = (fields: readonly HeaderField[]): Buffer =>
  cutHeader(Buffer.from(fields.map(({ line }) => `${line}\r\n`).join(''), 'latin1'))

function boundaryOf(type: string): string | null {
  const [, quoted, plain] = /;\s*boundary\s*=\s*(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(type) ?? []
  return quoted ?? plain ?? null
}

/** The parts between the boundary's lines, without the line break before each. */
function splitParts(body: Buffer, boundary: string): Buffer[] {
  const mark = Buffer.from(`--${boundary}`, 'latin1')
  const parts: Buffer[] = []
  let start = -1
  for (let at = body.indexOf(mark); at >= 0; at = body.indexOf(mark, at + mark.length)) {
    if (at > 0 && body[at - 1] !== 10) continue
    const after = body.toString('latin1', at + mark.length, at + mark.length + 80)
    if (!/^(?:--)?[ \t]*(?:\r?\n|$)/.test(after)) continue
    if (start >= 0) parts.push(withoutLastBreak(body.subarray(start, at)))
    const line = body.indexOf(10, at + mark.length)
    if (after.startsWith('--') || line < 0 || parts.length >= MAX_PARTS) return parts
    start = line + 1
  }
  if (start >= 0) parts.push(body.subarray(start))
  return parts
}

function withoutLastBreak(part: Buffer): Buffer {
  if (part.at(-1) !== 10) return part
  return part.subarray(0, part.at(-2) === 13 ? -2 : -1)
}

/** Cuts a header block at the end of a line. */
export function cutHeader(block: Buffer): Buffer {
  if (block.length <= MAX_HEADER_BYTES) return block
  return block.subarray(0, block.lastIndexOf(10, MAX_HEADER_BYTES - 1) + 1)
}

/** A raw header block of names and values as APIs give them. */
export function headerBlock(headers: readonly { name: string; value: string }[]): Buffer {
  const lines = headers
    .filter(({ name }) => /^[!-9;-~]+$/.test(name))
    .map(({ name, value }) => `${name}: ${value.replace(/[\r\n\0]+[ \t]*/g, '\r\n ').trimEnd()}\r\n`)
  return cutHeader(Buffer.from(lines.join('')))
}

/** The Message-ID of a header block, without brackets. */
export const findMessageId = (headers: Buffer): string | null =>
  /^message-id:\s*<([^<>\s]+)>/im.exec(headers.toString('latin1'))?.[1] ?? null

/**
 * True if a provider's own header, such as X-Microsoft-Original-Message-ID, names this Message-ID. References don't
 * count: a later message of the thread has them, too.
 */
export function namesOriginal(headers: Buffer, messageId: string): boolean {
  const fields = headers.toString('latin1').split(/\r?\n(?![ \t])/)
  return fields.some((field) => /^x-/i.test(field) && field.includes(`<${messageId}>`))
}
