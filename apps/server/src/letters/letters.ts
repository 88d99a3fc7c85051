import { z } from 'zod'
import type { Db } from '../db/database.ts'
import type { Files } from '../providers/files/port.ts'
import { defineJob, type Jobs } from '../providers/jobs/port.ts'
import type { MailPort } from '../providers/mail/port.ts'
import { type Letter, renderLetter } from './letter.ts'

const letterJob = defineJob({
  name: 'letter',
  retryLimit: 8,
  concurrency: 4,
  isSealed: true,
  payload: z.object({
    to: z.string(),
    subject: z.string(),
    paragraphs: z.array(z.string()),
    button: z.object({ text: z.string(), url: z.string() }).optional(),
    closing: z.string().optional(),
    replyTo: z.string().optional(),
    urgency: z.enum(['high', 'normal', 'low']).optional(),
    attachments: z
      .array(z.object({ fileName: z.string(), contentType: z.string(), fileKey: z.string() }))
      .optional(),
  }),
})

/** Mail to our own users: part of the caller's transaction, handed over by a worker, tried again when refused. */
export interface Letters {
  /** `askedBy` is who may be asking for many: a network or an account. One of them alone never takes all workers. */
  send(tx: Db, letter: Letter, options?: { askedBy?: string | undefined }): Promise<void>
  /** Deletes what waits for an address, as when its account is erased. */
  withdraw(tx: Db, address: string): Promise<void>
}

const PRIORITY = { high: 2, normal: 1, low: 0 } as const

export interface LettersDeps {
  jobs: Jobs
  mail: MailPort
  files: Pick<Files, 'get'>
  from: string
  /** Puts the signature of the sender's domain in front of a message. */
  sign: (raw: Buffer) => Promise<Buffer>
}

export function createLetters({ jobs, mail, files, from, sign }: LettersDeps): Letters {
  jobs.handle(letterJob, async (letter, signal) => {
    const raw = await sign(await compose(letter, from, files))
    const result = await mail.handOver({ raw, envelope: { from, to: letter.to } }, { signal })
    // A second copy of a letter does no harm, so only a definite acceptance or refusal ends the job.
    if (result.outcome !== 'accepted' && result.outcome !== 'rejected')
      throw new Error(`The letter to ${letter.to} was not taken: ${result.answer}`)
  })
  return {
    send: (tx, letter, { askedBy } = {}) =>
      jobs.enqueue(tx, letterJob, letter, {
        priority: PRIORITY[letter.urgency ?? 'high'],
        ...(askedBy && { group: askedBy }),
      }),
    withdraw: (tx, address) =>
      jobs.withdraw(tx, letterJob, ({ to }) => to.toLowerCase() === address.toLowerCase()),
  }
}

async function compose(letter: Letter, from: string, files: Pick<Files, 'get'>): Promise<Buffer> {
  const { html, text } = renderLetter(letter)
  const attachments = await Promise.all(
    (letter.attachments ?? []).map(async ({ fileName, contentType, fileKey }) => ({
      filename: fileName,
      contentType,
      content: await files.get(fileKey),
    })),
  )
  // Loaded with the first letter: an installation that sends none does without.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  return new MailComposer({
    from: { name: 'Goldpan', address: from },
    to: { name: '', address: letter.to },
    replyTo: letter.replyTo,
    subject: letter.subject,
    html,
    text,
    // A file that was erased in the meantime is left out; the letter itself still says what it has to say.
    attachments: attachments.flatMap(({ content, ...rest }) => (content ? [{ ...rest, content }] : [])),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
}
