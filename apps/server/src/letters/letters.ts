import { z } from 'zod'
import type { Db } from '../db/database.ts'
import type { Clock } from '../providers/clock/port.ts'
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
    key: z.string().optional(),
    urgency: z.enum(['high', 'normal', 'low']).optional(),
    attachments: z
      .array(z.object({ fileName: z.string(), contentType: z.string(), fileKey: z.string() }))
      .optional(),
  }),
})

/** Letters to our own users. They are queued in the caller's transaction; a worker sends them, with retries. */
export interface Letters {
  /** `askedBy` is a network or an account. Letters of one of them never take all workers. `key` is for `withdrawKeyed`. */
  send(tx: Db, letter: Letter, options?: { askedBy?: string | undefined; key?: string }): Promise<void>
  /** Deletes queued letters to an address. */
  withdraw(tx: Db, address: string): Promise<void>
  /** Deletes letters of this key that haven't left. */
  withdrawKeyed(tx: Db, key: string): Promise<void>
}

const PRIORITY = { high: 2, normal: 1, low: 0 } as const

export interface LettersDeps {
  clock: Clock
  jobs: Jobs
  mail: MailPort
  files: Pick<Files, 'get'>
  from: string
  /** The operator's postal address. */
  postalAddress: string | null
  /** Adds the DKIM signature of the sender's domain. */
  sign: (raw: Buffer) => Promise<Buffer>
}

export function createLetters({ clock, jobs, mail, files, from, postalAddress, sign }: LettersDeps): Letters {
  jobs.handle(letterJob, async (letter, signal) => {
    const raw = await sign(await compose(letter, { date: clock.now(), from, postalAddress, files }))
    const result = await mail.handOver({ raw, envelope: { from, to: letter.to } }, { signal })
    // A duplicate letter does no harm, so anything but a definite acceptance or rejection is tried again.
    if (result.outcome !== 'accepted' && result.outcome !== 'rejected')
      throw new Error(`The letter to ${letter.to} was not taken: ${result.answer}`)
  })
  return {
    send: (tx, letter, { askedBy, key } = {}) =>
      jobs.enqueue(tx, letterJob, key ? { ...letter, key } : letter, {
        priority: PRIORITY[letter.urgency ?? 'high'],
        ...(askedBy && { group: askedBy }),
      }),
    withdraw: (tx, address) =>
      jobs.withdraw(tx, letterJob, ({ to }) => to.toLowerCase() === address.toLowerCase()),
    withdrawKeyed: (tx, key) => jobs.withdraw(tx, letterJob, (letter) => letter.key === key),
  }
}

async function compose(
  letter: Letter,
  {
    date,
    from,
    postalAddress,
    files,
  }: { date: Date } & Pick<LettersDeps, 'from' | 'postalAddress' | 'files'>,
): Promise<Buffer> {
  const { html, text } = renderLetter(letter, postalAddress)
  const attachments = await Promise.all(
    (letter.attachments ?? []).map(async ({ fileName, contentType, fileKey }) => ({
      filename: fileName,
      contentType,
      content: await files.get(fileKey),
    })),
  )
  // Loaded with the first letter, because many processes send none.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  return new MailComposer({
    date,
    from: { name: 'Goldpan', address: from },
    to: { name: '', address: letter.to },
    replyTo: letter.replyTo,
    subject: letter.subject,
    html,
    text,
    // Skip files that were erased meanwhile.
    attachments: attachments.flatMap(({ content, ...rest }) => (content ? [{ ...rest, content }] : [])),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
}
