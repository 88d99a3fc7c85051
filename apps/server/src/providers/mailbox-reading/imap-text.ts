import { randomUUID } from 'node:crypto'
import type { MessageStructureObject } from 'imapflow'
import { cutHeader, MAX_TEXT_BYTES } from './message-parts.rules.ts'

/** A text of more parts than these is read by its first ones. */
const PARTS_MAX = 30
const DEPTH_MAX = 8

/** Types that say something to people, or what became of a message. */
const TEXT_TYPES = new Set([
  'text/plain',
  'text/html',
  'text/rfc822-headers',
  'message/delivery-status',
  'message/disposition-notification',
  'message/feedback-report',
])

interface TextPart {
  node: MessageStructureObject
  /** For BODY.PEEK[…]. */
  section: string
}

/** The text parts of a message, in order. Of messages inside it, such as one that bounced, the headers. */
export function readTextParts(root: MessageStructureObject | undefined): TextPart[] {
  const parts: TextPart[] = []
  const visit = (node: MessageStructureObject, depth: number): void => {
    if (parts.length >= PARTS_MAX || depth > DEPTH_MAX) return
    if (isMultipart(node)) {
      for (const child of node.childNodes ?? []) visit(child, depth + 1)
      return
    }
    const section = sectionOf(node)
    if (section) parts.push({ node, section })
  }
  if (root) visit(root, 0)
  return parts
}

/** A message of the headers and of these text parts, nested as they were. */
export function composeText(
  headers: Buffer,
  structure: MessageStructureObject | undefined,
  bodies: ReadonlyMap<string, Buffer>,
): Buffer {
  const whole = Buffer.concat([
    Buffer.from(`${withoutMime(headers)}MIME-Version: 1.0\r\n`, 'latin1'),
    (structure && composeNode(structure, bodies)) ??
      Buffer.from('Content-Type: text/plain; charset=utf-8\r\n\r\n'),
  ])
  return whole.subarray(0, MAX_TEXT_BYTES)
}

/** Null if the node and what is in it have no text. */
function composeNode(node: MessageStructureObject, bodies: ReadonlyMap<string, Buffer>): Buffer | null {
  if (!isMultipart(node)) return composeLeaf(node, bodies)
  const children = (node.childNodes ?? []).flatMap((child) => composeNode(child, bodies) ?? [])
  if (children.length === 0) return null
  const boundary = randomUUID()
  const type = contentType(node.type, { ...node.parameters, boundary })
  const delimited = children.flatMap((child) => [
    Buffer.from(`--${boundary}\r\n`),
    child,
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([Buffer.from(`${type}\r\n`), ...delimited, Buffer.from(`--${boundary}--\r\n`)])
}

function composeLeaf(node: MessageStructureObject, bodies: ReadonlyMap<string, Buffer>): Buffer | null {
  const section = sectionOf(node)
  const body = section ? bodies.get(section) : undefined
  if (!body) return null
  const isInside = node.type === 'message/rfc822'
  const type = isInside ? 'Content-Type: text/rfc822-headers\r\n' : contentType(node.type, node.parameters)
  const encoding = isInside ? '7bit' : (node.encoding ?? '7bit')
  return Buffer.concat([
    Buffer.from(`${type}Content-Transfer-Encoding: ${oneWord(encoding)}\r\n\r\n`, 'latin1'),
    body,
  ])
}

const isMultipart = ({ type }: MessageStructureObject) => type.startsWith('multipart/')

/** Null if the part isn't read. */
function sectionOf({ type, part, disposition }: MessageStructureObject): string | null {
  if (type === 'message/rfc822') return part ? `${part}.HEADER` : null
  const isFile = type.startsWith('text/') && disposition?.toLowerCase() === 'attachment'
  if (!TEXT_TYPES.has(type) || isFile) return null
  return part ?? 'TEXT'
}

/** Names and values come from the message: what could begin another header is left out. */
function contentType(type: string, parameters: Record<string, string> = {}): string {
  const pairs = Object.entries(parameters).map(
    ([name, value]) => `;\r\n ${oneWord(name)}="${String(value).replace(/[^\x20-\x7e]|["\\]/g, '')}"`,
  )
  return `Content-Type: ${oneWord(type)}${pairs.join('')}\r\n`
}

const oneWord = (text: string) => text.replace(/[^\w.+/-]/g, '') || 'x'

/** The header block without the lines that describe its body, and without the empty line at its end. */
function withoutMime(headers: Buffer): string {
  const lines = cutHeader(headers).toString('latin1').split(/\r?\n/)
  // The last line is empty, or was cut.
  lines.pop()
  let isLeftOut = false
  const kept = lines.filter((line) => {
    if (line === '') return false
    if (!/^[ \t]/.test(line)) isLeftOut = /^(content-[\w-]+|mime-version)\s*:/i.test(line)
    return !isLeftOut
  })
  return kept.map((line) => `${line}\r\n`).join('')
}
