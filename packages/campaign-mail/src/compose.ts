import { hash } from 'node:crypto'
import type { MailComposerOptions } from 'nodemailer/lib/mail-composer'

/** Compiles a message with CRLF line ends; files and addresses in its content are never opened. */
export async function composeBytes(options: MailComposerOptions): Promise<Buffer> {
  // Loaded with the first message: a process that sends none does without.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  return new MailComposer(safely(options)).compile().build()
}

/**
 * A message of a text part and an HTML part, each in quoted-printable pieces of whole lines, below a head of folded
 * fields that end in CRLF. Put together here, in bytes of their final size: the composer's tree of nodes costs several
 * times as much as the encoding.
 */
export function composeAlternative(
  head: string,
  messageId: string,
  text: readonly Buffer[],
  html: readonly Buffer[],
): Buffer {
  // '=_' can't stand in quoted-printable, so no line of a part is taken for the boundary
  const boundary = `=_${seedOf(messageId)}`
  const part = (type: string) =>
    `--${boundary}\r\nContent-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`
  const top = `MIME-Version: 1.0\r\nContent-Type: multipart/alternative;\r\n boundary="${boundary}"\r\n\r\n`
  return joined([
    `${head}${top}${part('text/plain')}`,
    ...text,
    `\r\n${part('text/html')}`,
    ...html,
    `\r\n--${boundary}--\r\n`,
  ])
}

function joined(pieces: readonly (string | Buffer)[]): Buffer {
  let size = 0
  for (const piece of pieces) size += typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length
  const raw = Buffer.allocUnsafe(size)
  let at = 0
  for (const piece of pieces) {
    if (typeof piece === 'string') at += raw.write(piece, at)
    else {
      raw.set(piece, at)
      at += piece.length
    }
  }
  return raw
}

/** Derived from the Message-ID: the bytes of a retry are those of the first attempt. */
function seedOf(messageId: string): string {
  return hash('sha256', messageId, 'hex').slice(0, 24)
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
