import { createHash } from 'node:crypto'
import type { MailComposerOptions } from 'nodemailer/lib/mail-composer'
import { encodeQuotedPrintable } from './quoted-printable.ts'

/** Compiles a message with CRLF line ends; files and addresses in its content are never opened. */
export async function composeBytes(options: MailComposerOptions): Promise<Buffer> {
  // Loaded with the first message: a process that sends none does without.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  return new MailComposer(safely(options)).compile().build()
}

/**
 * A message of a text part and an HTML part, both quoted-printable, below a head of folded fields that end in
 * CRLF. Put together here: the composer's tree of nodes costs several times as much as the encoding.
 */
export function composeAlternative(head: string, messageId: string, text: string, html: string): Buffer {
  // '=_' can't stand in quoted-printable, so no line of a part is taken for the boundary
  const boundary = `=_${seedOf(messageId)}`
  const part = (type: string) =>
    `--${boundary}\r\nContent-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`
  const top = `MIME-Version: 1.0\r\nContent-Type: multipart/alternative;\r\n boundary="${boundary}"\r\n\r\n`
  return Buffer.concat([
    Buffer.from(`${head}${top}${part('text/plain')}`),
    encodeQuotedPrintable(text),
    Buffer.from(`\r\n${part('text/html')}`),
    encodeQuotedPrintable(html),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
}

/** Derived from the Message-ID: the bytes of a retry are those of the first attempt. */
function seedOf(messageId: string): string {
  return createHash('sha256').update(messageId).digest('hex').slice(0, 24)
}

function safely(options: MailComposerOptions): MailComposerOptions {
  return {
    ...options,
    baseBoundary: seedOf(`${options.messageId}`),
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
