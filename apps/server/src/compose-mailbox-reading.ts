import type { Tokens } from '@goldpan/campaign-mail/tokens'
import type { Frame, Ports } from './compose-ports.ts'
import { createMailboxReading, mailboxReadingJob } from './features/mailbox-reading/mailbox-reading.ts'
import type { MailboxAccess } from './features/own-mailboxes/access.ts'
import { createFoundMail } from './features/replies/found-mail.ts'
import type { InboundStorage } from './features/replies/storage.ts'
import type { Messages } from './features/sending/messages.ts'
import type { Outcomes } from './features/sending/outcomes.ts'
import { createSentFolder, joinSentFolders, type SentFolder } from './features/sending/sent-folder.ts'
import type { Heartbeat } from './jobs/heartbeat.ts'

interface ReadingParts {
  tokens: Tokens
  heartbeat: Heartbeat
  outcomes: Outcomes
  messages: Messages
  storage: InboundStorage
  mailboxAccess: MailboxAccess
  sentAnswers: SentFolder
}

/** Builds what reads users' own mailboxes. */
export function startMailboxReading(
  { config, database, logger }: Frame,
  ports: Ports,
  parts: ReadingParts,
): void {
  const { db } = database
  const { clock, jobs } = ports
  const { replyDomain } = config
  const { outcomes, messages, storage } = parts
  const sentMessages = createSentFolder({
    db,
    clock,
    kind: 'recipients',
    messageIdOf: messages.messageIdOf,
    buildCopy: messages.buildCopy,
    confirm: outcomes.confirm,
  })
  const worker = createMailboxReading({
    ...parts,
    db,
    clock,
    systemClock: ports.systemClock,
    access: parts.mailboxAccess,
    reading: ports.mailboxReading,
    foundMail: createFoundMail({ ...parts, db, clock, jobs, storage, sentMessages: outcomes, replyDomain }),
    sentFolder: joinSentFolders([sentMessages, parts.sentAnswers]),
    replyDomain,
    pollSeconds: config.mailboxPollSeconds,
    readBytes: config.mailboxReadBytes,
    onError: (error) => logger.error({ err: error }, 'a mailbox could not be read'),
  })
  jobs.handle(mailboxReadingJob, (_payload, signal) => worker.work(signal))
}
