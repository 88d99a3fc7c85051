import MailComposer from 'nodemailer/lib/mail-composer'
import { z } from 'zod'
import type { Db } from '../db/database.ts'
import { defineJob, type Jobs } from '../providers/jobs/port.ts'
import type { MailPort } from '../providers/mail/port.ts'
import { type Letter, renderLetter } from './letter.ts'

const letterJob = defineJob({
  name: 'letter',
  retryLimit: 8,
  concurrency: 2,
  payload: z.object({
    to: z.string(),
    subject: z.string(),
    paragraphs: z.array(z.string()),
    button: z.object({ text: z.string(), url: z.string() }).optional(),
    closing: z.string().optional(),
    replyTo: z.string().optional(),
    attachments: z
      .array(z.object({ fileName: z.string(), contentType: z.string(), base64: z.string() }))
      .optional(),
  }),
})

/** Mail to our own users: part of the caller's transaction, handed over by a worker, tried again when refused. */
export interface Letters {
  send(tx: Db, letter: Letter): Promise<void>
}

export function createLetters({ jobs, mail, from }: { jobs: Jobs; mail: MailPort; from: string }): Letters {
  jobs.handle(letterJob, async (letter, signal) => {
    const raw = await compose(letter, from)
    const result = await mail.handOver({ raw, envelope: { from, to: letter.to } }, { signal })
    // A second copy of a letter does no harm, so only a definite acceptance or refusal ends the job.
    if (result.outcome !== 'accepted' && result.outcome !== 'rejected')
      throw new Error(`The letter to ${letter.to} was not taken: ${result.answer}`)
  })
  return { send: (tx, letter) => jobs.enqueue(tx, letterJob, letter) }
}

async function compose(letter: Letter, from: string): Promise<Buffer> {
  const { html, text } = renderLetter(letter)
  return new MailComposer({
    from: { name: 'Goldpan', address: from },
    to: { name: '', address: letter.to },
    replyTo: letter.replyTo,
    subject: letter.subject,
    html,
    text,
    attachments: letter.attachments?.map(({ fileName, contentType, base64 }) => ({
      filename: fileName,
      contentType,
      content: Buffer.from(base64, 'base64'),
    })),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
}
