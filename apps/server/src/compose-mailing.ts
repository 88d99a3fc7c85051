import { findAwayUntil } from '@goldpan/campaign-mail/away-until'
import { createMailTokens, type Frame, type Ports } from './compose-ports.ts'
import { createReplyParts } from './compose-replies.ts'
import {
  createSendingLimits,
  createSendingParts,
  type MailingDeps,
  type SendingLimits,
} from './compose-sending.ts'
import { awayHoldUntil } from './features/follow-ups/due.rules.ts'
import { forgetChangesJob } from './features/inbox/changes.ts'
import { createInbox } from './features/inbox/inbox.ts'
import { wakeSnoozedJob } from './features/inbox/snoozes.ts'
import { createMailbox, trimOutboxJob } from './features/mailbox/mailbox.ts'
import { createOutcomes } from './features/sending/outcomes.ts'
import { dayOf, momentOf } from './features/sending/zoned-time.ts'
import { createTracking } from './features/tracking/tracking.ts'
import { createOutboxReader } from './providers/mail/outbox.ts'
import { createSmtpMail } from './providers/mail/smtp.ts'

/** Builds the lead flow from the outbox onwards: sending, tracking, replies. */
export async function createMailing(frame: Frame, ports: Ports, deps: MailingDeps) {
  const { db } = frame.database
  const { clock, systemClock } = ports
  const tokens = await createMailTokens(frame, clock)

  // Outcomes, then tracking, then sending: each uses the one before.
  const limits = createSendingLimits(frame, ports, deps)
  const inbox = createInboxParts(frame, ports, { ...deps, ...limits })
  const { conversations } = inbox
  const { refreshWords } = conversations
  const outcomes = createOutcomes({ ...deps, ...limits, db, clock, systemClock, refreshWords })
  const tracking = createTracking({
    ...deps,
    db,
    clock,
    tokens,
    sentMessages: outcomes,
    onError: (error) => frame.logger.error({ err: error }, 'opens and clicks could not be written'),
  })
  const parts = { ...deps, ...limits, tokens, inbox, outcomes, tracking }
  const { sending, followUps, worker, care, messages } = createSendingParts(frame, ports, parts)
  const { automaticReplies } = followUps
  const { restartAnswers, restartAllAnswers, ...replyParts } = createReplyParts(frame, ports, {
    ...parts,
    messages,
    automaticReplies,
  })
  return {
    ...replyParts,
    restartAttempts: [sending.restartAttempts, restartAnswers],
    restartAllAttempts: [sending.restartAllAttempts, restartAllAnswers],
    inbox,
    tracking,
    sending,
    followUps,
    sendingCare: care,
    sendingDomain: deps.sendingDomain,
    sendingMessages: outcomes,
    sendingWorker: worker,
    conversations,
    mailbox: createBuiltInMailbox(frame, ports),
  }
}

/** Builds the inbox. Snoozed conversations return when the owner's sending window opens. */
function createInboxParts(
  { database }: Frame,
  { clock, jobs }: Ports,
  deps: MailingDeps & Pick<SendingLimits, 'todayOf'>,
) {
  const { db } = database
  const inbox = createInbox({
    ...deps,
    db,
    clock,
    async openingOf(owner, day) {
      const { window_from, time_zone } = await deps.pace.find(db, owner, 'shared')
      return momentOf(day, window_from, time_zone).toISOString()
    },
    todayOf: deps.todayOf,
    async readAwayUntil(tx, owner) {
      const pace = await deps.pace.find(tx, owner, 'shared')
      const now = clock.now()
      return (message) => {
        const day = message && findAwayUntil(message.subject, message.text, dayOf(now, pace.time_zone))
        return awayHoldUntil(pace, now, day).toISOString()
      }
    },
  })
  jobs.handle(wakeSnoozedJob, (_payload, signal) => inbox.snoozes.wake(signal))
  jobs.handle(forgetChangesJob, () => inbox.changes.forgetOld())
  return inbox
}

/** Null if a mail server is configured: then there is no outbox to show. */
function createBuiltInMailbox({ config, database, publicUrl }: Frame, ports: Ports) {
  if (!ports.demoClock) return null
  const port = () => ports.inbox.port() ?? config.inboundSmtpPort ?? 0
  const host = config.inboundSmtpHost === '0.0.0.0' ? '127.0.0.1' : config.inboundSmtpHost
  const outbox = createOutboxReader(database.db)
  ports.jobs.handle(trimOutboxJob, () => outbox.trim())
  return createMailbox({
    clock: ports.demoClock,
    outbox,
    mail: ports.mail,
    listener: createSmtpMail({
      server: async () => ({
        host,
        port: port(),
        isSecure: false,
        name: 'mailbox.localhost',
        isTrusted: true,
      }),
      idleSessions: 0,
    }),
    replyDomain: config.replyDomain,
    async loadPicture(path) {
      await fetch(`${publicUrl()}${path}`, { headers: { 'user-agent': MAIL_PROGRAM } })
    },
  })
}

const MAIL_PROGRAM = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Thunderbird/140.0'
