import type { Tokens } from '@goldpan/campaign-mail/tokens'
import { createAnsweringParts, createAnswerWriting } from './compose-answering.ts'
import { startMailboxReading } from './compose-mailbox-reading.ts'
import type { Frame, Ports } from './compose-ports.ts'
import type { MailingDeps, SendingLimits } from './compose-sending.ts'
import type { OwnerId } from './db/owner.ts'
import type { FollowUps } from './features/follow-ups/follow-ups.ts'
import type { Inbox } from './features/inbox/inbox.ts'
import { createAnswerDelivery } from './features/replies/answer-delivery.ts'
import { createForwarding } from './features/replies/forwarding.ts'
import { createInboundHandler } from './features/replies/inbound-handler.ts'
import { createLabelling, labelRepliesJob } from './features/replies/labelling.ts'
import { createReplies, inboundJob } from './features/replies/replies.ts'
import { createInboundStorage, deleteOldMailJob } from './features/replies/storage.ts'
import type { Messages } from './features/sending/messages.ts'
import type { Outcomes } from './features/sending/outcomes.ts'
import type { Tracking } from './features/tracking/tracking.ts'
import { readSignature } from './providers/inbox/webhook.ts'

interface ReplyPartsDeps extends MailingDeps, SendingLimits {
  tokens: Tokens
  inbox: Inbox
  outcomes: Outcomes
  tracking: Tracking
  messages: Messages
  automaticReplies: FollowUps['automaticReplies']
}

/** Builds what receives, handles and forwards incoming mail, and what answers it. */
export function createReplyParts(frame: Frame, ports: Ports, deps: ReplyPartsDeps) {
  const { config, logger } = frame
  const { db } = frame.database
  const { clock, systemClock, jobs, mail } = ports
  const { conversations } = deps.inbox
  const { replyDomain, mailFrom: systemSender } = config
  const onError = (error: unknown) => logger.error({ err: error }, 'a message that came in is left for later')
  const storage = createStorage(frame, ports)
  const parts = {
    ...deps,
    db,
    clock,
    systemClock,
    jobs,
    mail,
    conversations,
    storage,
    sentMessages: deps.outcomes,
    replyDomain,
    systemSender,
    onError,
  }
  const replies = createReplies({
    ...parts,
    readSignature: (signed) => readSignature(signed, config.inboundWebhookSecret ?? '', systemClock.now()),
  })
  startLabelling(frame, ports, parts)
  const writing = createAnswerWriting(frame, ports, { conversations })
  const answerDelivery = createAnswerDelivery({
    ...parts,
    files: writing.answerFiles,
    drafts: writing.drafts,
    access: deps.mailboxAccess,
  })
  const inboundHandler = createInboundHandler({
    ...parts,
    failAnswer: answerDelivery.fail,
    hasModel: ports.text.labelReply !== undefined,
    hasOperator: config.hasOperator,
    onDropped: (kind) => logger.warn({ kind }, 'mail to the operator was dropped: OPERATOR_EMAIL is not set'),
    lookUpTxt: async (name) => (await ports.dns.txt(name).catch(() => []))[0] ?? null,
  })
  const forwarding = createForwarding({
    ...parts,
    publicUrl: frame.publicUrl,
    operatorEmail: config.operatorEmail,
    loopId: `goldpan.${replyDomain}`,
  })
  jobs.handle(inboundJob, async (_payload, signal) => {
    // Incoming mail must not delay forwards and answers that are due.
    await Promise.all([inboundHandler.work(signal), forwarding.work(signal), answerDelivery.work(signal)])
    await forwarding.work(signal)
  })
  startMailboxReading(frame, ports, { ...parts, sentAnswers: answerDelivery.sentFolder })
  return {
    ...createAnsweringOf(frame, ports, { ...parts, ...writing }),
    replies,
    inboundStorage: storage,
    restartAnswers: answerDelivery.restartAttempts,
    restartAllAnswers: answerDelivery.restartAllAttempts,
  }
}

function createStorage({ config, database: { db } }: Frame, { clock, jobs }: Ports) {
  const storage = createInboundStorage({
    db,
    clock,
    keepDays: config.inboundKeepDays,
    quotaBytes: config.inboundQuotaMb * 1_000_000,
  })
  jobs.handle(deleteOldMailJob, (_payload, signal) => storage.deleteOld(signal))
  return storage
}

/** Has a model label replies that no rule is sure of. */
function startLabelling(
  { database: { db }, logger }: Frame,
  { clock, jobs, text }: Ports,
  { pace, inbox }: Pick<ReplyPartsDeps, 'pace' | 'inbox'>,
): void {
  const labelling = createLabelling({
    db,
    clock,
    text,
    pace,
    conversations: inbox.conversations,
    onError: (error) => logger.info({ err: error }, 'the model labelled no reply'),
  })
  jobs.handle(labelRepliesJob, (_payload, signal) => labelling.work(signal))
}

function createAnsweringOf(
  frame: Frame,
  ports: Ports,
  deps: ReplyPartsDeps & ReturnType<typeof createAnswerWriting>,
) {
  const { db } = frame.database
  const { inbox } = deps
  return createAnsweringParts(frame, ports, {
    ...deps,
    conversations: inbox.conversations,
    listNotes: inbox.notes.list,
    readUntil: inbox.snoozes.readUntil,
    labels: inbox.labels,
    today: deps.todayOf,
    async findSendingMailbox(owner: OwnerId, id: string) {
      const { time_zone } = await deps.pace.find(db, owner, 'mailbox')
      const mailboxes = await deps.mailboxes.list(db, owner, time_zone)
      return mailboxes.find((mailbox) => mailbox.id === id) ?? null
    },
  })
}
