import { createHash } from 'node:crypto'
import MailComposer, { type MailComposerOptions } from 'nodemailer/lib/mail-composer'
import { encode, wrap } from 'nodemailer/lib/qp'

/** Compiles a message with CRLF line ends; files and addresses in its content are never opened. */
export async function composeBytes(options: MailComposerOptions): Promise<Buffer> {
  return new MailComposer(safely(options)).compile().build()
}

/**
 * A message of a text part and an HTML part, both quoted-printable. The headers are the composer's; the
 * body is put together here, because a chain of streams takes several times as long as the encoding.
 */
export function composeAlternative(options: MailComposerOptions, text: string, html: string): Buffer {
  const root = new MailComposer(safely({ ...options, text: part(text), html: part(html) })).compile()
  const head = root.buildHeaders()
  const bodies = [text, html]
  const parts = root.childNodes.map((child, index) => {
    const encoded = wrap(encode(bodies[index]!.replace(/\r?\n|\r/g, '\r\n')))
    return `--${root.boundary}\r\n${child.buildHeaders()}\r\n\r\n${encoded}\r\n`
  })
  return Buffer.from(`${head}\r\n\r\n${parts.join('')}--${root.boundary}--\r\n`)
}

function part(content: string) {
  return { content, contentTransferEncoding: 'quoted-printable' }
}

function safely(options: MailComposerOptions): MailComposerOptions {
  return {
    ...options,
    // derived from the Message-ID: the bytes of a retry are those of the first attempt
    baseBoundary: createHash('sha256').update(`${options.messageId}`).digest('hex').slice(0, 24),
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
