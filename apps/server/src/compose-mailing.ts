import { findAwayUntil } from '@goldpan/campaign-mail/away-until'
import type { Tokens } from '@goldpan/campaign-mail/tokens'
import { createAnsweringParts, createAnswerWriting } from './compose-answering.ts'
import { startMailboxReading } from './compose-mailbox-reading.ts'
import { createMailTokens, type Frame, type Ports } from './compose-ports.ts'
import { asOwner, type OwnerId } from './db/owner.ts'
import type { MessageOutcome } from './db/schema.ts'
import type { Accounts } from './features/accounts/accounts.ts'
import type { Campaigns } from './features/campaigns/campaigns.ts'
import type { Enrolments } from './features/enrolments/enrolments.ts'
import { awayHoldUntil } from './features/follow-ups/due.rules.ts'
import { createFollowUps } from './features/follow-ups/follow-ups.ts'
import { forgetChangesJob } from './features/inbox/changes.ts'
import { createInbox } from './features/inbox/inbox.ts'
import { wakeSnoozedJob } from './features/inbox/snoozes.ts'
import { createMailbox, trimOutboxJob } from './features/mailbox/mailbox.ts'
import type { Notifications } from './features/notifications/notifications.ts'
import type { MailboxAccess } from './features/own-mailboxes/access.ts'
import { createSendingMailboxes } from './features/own-mailboxes/sending-mailboxes.ts'
import type { Prospects } from './features/prospects/prospects.ts'
import { createAnswering } from './features/replies/answering.ts'
import { createForwarding } from './features/replies/forwarding.ts'
import { createHandling } from './features/replies/handling.ts'
import { createLabelling, labelRepliesJob } from './features/replies/labelling.ts'
import { createReplies, inboundJob } from './features/replies/replies.ts'
import { createInboundStorage, deleteOldMailJob } from './features/replies/storage.ts'
import type { SenderIdentities } from './features/sender-identity/sender-identity.ts'
import { createCampaignMailboxes } from './features/sending/campaign-mailboxes.ts'
import { createClaims } from './features/sending/claims.ts'
import { createDelivery } from './features/sending/delivery.ts'
import { createEpoch } from './features/sending/epoch.ts'
import { createGroups } from './features/sending/groups.ts'
import { createMessages, messageIdOf } from './features/sending/messages.ts'
import { createOutcomes, type Outcomes } from './features/sending/outcomes.ts'
import { defaultPace } from './features/sending/pace.rules.ts'
import { createPace } from './features/sending/pace.ts'
import { createPauses } from './features/sending/pauses.ts'
import { createPreflight } from './features/sending/preflight.ts'
import { createPreview } from './features/sending/preview.ts'
import { createRotation } from './features/sending/rotation.ts'
import { createSenders } from './features/sending/senders.ts'
import { createSending, sendingJob } from './features/sending/sending.ts'
import { createUnsendable } from './features/sending/unsendable.ts'
import { dayOf, momentOf } from './features/sending/zoned-time.ts'
import type { SendingDomainCare } from './features/sending-domain/sending-domain.ts'
import type { ReturnAddresses } from './features/signatures/return-addresses.ts'
import type { Signatures } from './features/signatures/signatures.ts'
import type { Suppressions } from './features/suppressions/suppressions.ts'
import { createTracking, type Tracking } from './features/tracking/tracking.ts'
import type { Usage } from './features/usage/usage.ts'
import type { Writing } from './features/writing/writing.ts'
import type { Heartbeat } from './jobs/heartbeat.ts'
import type { Letters } from './letters/letters.ts'
import { readSignature } from './providers/inbox/webhook.ts'
import { createOutboxReader } from './providers/mail/outbox.ts'
import { createSmtpMail } from './providers/mail/smtp.ts'
import { languageOf } from './providers/text/composer/language.ts'

/** Features that sending, tracking and replies depend on. */
export interface MailingDeps {
  accounts: Accounts
  usage: Usage
  prospects: Prospects
  suppressions: Suppressions
  signatures: Signatures
  returnAddresses: ReturnAddresses
  senderIdentities: SenderIdentities
  campaigns: Campaigns
  enrolments: Enrolments
  writing: Writing
  sendingDomain: SendingDomainCare
  notifications: Notifications
  letters: Letters
  mailboxAccess: MailboxAccess
  heartbeat: Heartbeat
  countOutcome: (outcome: MessageOutcome, messages?: number) => void
}

/** Builds the lead flow from the outbox onwards: sending, tracking, replies. */
export async function createMailing(frame: Frame, ports: Ports, deps: MailingDeps) {
  const { config, logger } = frame
  const { db } = frame.database
  const { clock, systemClock, jobs, mail } = ports
  const { replyDomain } = config
  const { sendingDomain } = deps
  const tokens = await createMailTokens(frame, clock)

  // Outcomes, then tracking, then sending: each uses the one before.
  const limits = createSendingLimits(frame, ports, deps)
  const inbox = createInboxParts(frame, ports, { ...deps, ...limits })
  const outcomes = createOutcomes({
    ...deps,
    ...limits,
    db,
    clock,
    systemClock,
    refreshWords: inbox.conversations.refreshWords,
  })
  const tracking = createTracking({
    ...deps,
    db,
    clock,
    tokens,
    sentMessages: outcomes,
    onError: (error) => logger.error({ err: error }, 'opens and clicks could not be written'),
  })
  const { sending, followUps, worker, care, messages } = createSendingParts(frame, ports, {
    ...deps,
    ...limits,
    tokens,
    outcomes,
    tracking,
  })

  const storage = createInboundStorage({
    db,
    clock,
    keepDays: config.inboundKeepDays,
    quotaBytes: config.inboundQuotaMb * 1_000_000,
  })
  jobs.handle(deleteOldMailJob, (_payload, signal) => storage.deleteOld(signal))
  const replies = createReplies({
    ...deps,
    db,
    clock,
    jobs,
    tokens,
    replyDomain,
    systemSender: config.mailFrom,
    storage,
    sentMessages: outcomes,
    readSignature: (signed) => readSignature(signed, config.inboundWebhookSecret ?? '', systemClock.now()),
  })
  const onError = (error: unknown) => logger.error({ err: error }, 'a message that came in is left for later')
  const { conversations } = inbox
  const labelling = createLabelling({
    db,
    clock,
    text: ports.text,
    pace: limits.pace,
    conversations,
    onError: (error) => logger.info({ err: error }, 'the model labelled no reply'),
  })
  jobs.handle(labelRepliesJob, (_payload, signal) => labelling.work(signal))
  const writing = createAnswerWriting(frame, ports, { conversations })
  const answering = createAnswering({
    ...deps,
    conversations,
    files: writing.answerFiles,
    drafts: writing.drafts,
    db,
    clock,
    systemClock,
    mail,
    tokens,
    replyDomain,
    onError,
    access: deps.mailboxAccess,
  })
  const handling = createHandling({
    ...deps,
    failAnswer: answering.fail,
    db,
    clock,
    jobs,
    tokens,
    pace: limits.pace,
    conversations,
    hasModel: ports.text.labelReply !== undefined,
    tracking,
    automaticReplies: followUps.automaticReplies,
    replyDomain,
    systemSender: config.mailFrom,
    hasOperator: config.hasOperator,
    onDropped: (kind) => logger.warn({ kind }, 'mail to the operator was dropped: OPERATOR_EMAIL is not set'),
    storage,
    onError,
    lookUpTxt: async (name) => (await ports.dns.txt(name).catch(() => []))[0] ?? null,
    sentMessages: outcomes,
  })
  const forwarding = createForwarding({
    ...deps,
    db,
    conversations,
    publicUrl: frame.publicUrl,
    clock,
    systemClock,
    mail,
    tokens,
    replyDomain,
    systemSender: config.mailFrom,
    operatorEmail: config.operatorEmail,
    onError,
    loopId: `goldpan.${replyDomain}`,
  })
  const sentAnswers = answering.sentFolder
  startMailboxReading(frame, ports, { ...deps, tokens, outcomes, messages, storage, sentAnswers })
  jobs.handle(inboundJob, async (_payload, signal) => {
    // Incoming mail must not delay forwards and answers that are due.
    await Promise.all([handling.work(signal), forwarding.work(signal), answering.work(signal)])
    await forwarding.work(signal)
  })
  const answeringParts = createAnsweringParts(frame, ports, {
    ...deps,
    ...writing,
    conversations,
    listNotes: inbox.notes.list,
    readUntil: inbox.snoozes.readUntil,
    labels: inbox.labels,
    today: limits.todayOf,
    async findSendingMailbox(owner: OwnerId, id: string) {
      const { time_zone } = await limits.pace.find(db, owner, 'mailbox')
      const mailboxes = await limits.mailboxes.list(db, owner, time_zone)
      return mailboxes.find((mailbox) => mailbox.id === id) ?? null
    },
  })
  const mailbox = createBuiltInMailbox(frame, ports)
  return {
    ...answeringParts,
    restartTries: [sending.restartTries, answering.restartTries],
    inbox,
    tracking,
    sending,
    followUps,
    sendingCare: care,
    sendingDomain,
    sendingMessages: outcomes,
    sendingWorker: worker,
    replies,
    conversations,
    inboundStorage: storage,
    mailbox,
  }
}

/** Builds the inbox, whose days open by the owner's pace. */
function createInboxParts(
  { database }: Frame,
  { clock, jobs }: Ports,
  deps: MailingDeps & Pick<SendingLimits, 'pace' | 'todayOf'>,
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

type SendingLimits = ReturnType<typeof createSendingLimits>

/** Limits on sending: the receivers', the owner's pace, and the hold on restored copies. */
function createSendingLimits(
  { config, database, logger }: Frame,
  { clock, systemClock, dns, mark, notes, mailboxPresets }: Ports,
  { enrolments, letters }: MailingDeps,
) {
  const { db } = database
  const isLocalOnly = config.mailSmtpUrl === null
  const groups = createGroups({
    db,
    clock,
    dns,
    connections: isLocalOnly ? 0 : config.sendConnectionsPerGroup,
    perSecond: isLocalOnly ? 0 : config.mailRate,
  })
  const epoch = createEpoch({
    db,
    systemClock,
    mark,
    notes,
    letters,
    operatorEmail: config.operatorEmail,
    onHold: (sentence) => logger.error(sentence),
    onUnreadable: () =>
      logger.warn(
        'this role may not read the identity of the database, so a replica that took over goes unnoticed: grant it pg_control_system() and pg_walfile_name(pg_lsn)',
      ),
  })
  const isTrial = isLocalOnly || config.isLocal
  const pace = createPace({ db, clock, enrolments, defaultOf: defaultPace(config.sendingPace, isTrial) })
  /** The owner's local date, by the time zone of the pace. */
  const todayOf = async (owner: OwnerId): Promise<string> =>
    dayOf(clock.now(), (await pace.find(db, owner, 'shared')).time_zone)
  const mailboxes = createSendingMailboxes({ clock, presets: mailboxPresets })
  return { groups, pace, epoch, mailboxes, todayOf }
}

/** Builds sending: operations, preview, limits and the worker. */
function createSendingParts(
  { config, database, logger, publicUrl }: Frame,
  { clock, systemClock, jobs, mail, notes, spam }: Ports,
  deps: MailingDeps & SendingLimits & { tokens: Tokens; outcomes: Outcomes; tracking: Tracking },
) {
  const { db } = database
  const { replyDomain } = config
  const isLocalOnly = config.mailSmtpUrl === null
  const { pace, epoch, outcomes } = deps
  const parts = { ...deps, db, clock, systemClock }
  const pauses = createPauses({ ...parts, operatorEmail: config.operatorEmail })
  const senders = createSenders({ ...deps, db, replyDomain })
  const campaignMailboxes = createCampaignMailboxes(parts)
  const messages = createMessages({
    ...deps,
    senders,
    replyDomain,
    publicUrl,
    isLocalOnly,
    loopId: `goldpan.${replyDomain}`,
  })
  const preflight = createPreflight({
    ...deps,
    db,
    clock,
    messages,
    senders,
    spam,
    isLocalOnly,
    languageOf,
  })
  const sending = createSending({
    ...parts,
    jobs,
    replyDomain,
    pauses,
    campaignMailboxes,
    preflight,
    languageOf,
  })
  const onError = (error: unknown) => logger.error({ err: error }, 'a message could not be handed over')
  const followUps = createFollowUps({
    ...parts,
    sending,
    pauses,
    senders,
    languageOf,
    messageIdOf: (id) => messageIdOf(deps.tokens, id, replyDomain),
    onPassedOver: (people) =>
      logger.warn({ people }, 'follow-ups that may have left before the backup was restored count as sent'),
    onError,
  })
  const claims = createClaims({
    ...parts,
    workerId: deps.heartbeat.id,
    isPlanningFailing: followUps.planning.isFailing,
    pauses,
    senders,
    rotation: createRotation(parts),
    unsendable: createUnsendable(parts),
    finishJob: sending.finishJob,
    stopJob: sending.stopJob,
    onError,
  })
  const worker = createDelivery({
    ...parts,
    claims,
    messages,
    outcomes,
    notes,
    concurrency: config.sendConcurrency,
    handOver: (row, message, options) =>
      row.mailbox_id !== null
        ? deps.mailboxAccess.handOver(asOwner(row.owner_id), row.mailbox_id, message, options)
        : mail.handOver(message, options),
    afterRefusal: sending.afterRefusal,
    onError,
  })
  jobs.handle(sendingJob, async (_payload, signal) => {
    await followUps.restored.settle()
    await claims.releaseSenders()
    // A run that is under way takes what is queued now. Its end may be hours away, and the next wakes have to plan.
    const runs: Promise<void>[] = []
    const send = () => {
      const isNew = !worker.isRunning()
      const run = worker.work(signal)
      run.catch(() => undefined)
      if (isNew) runs.push(run)
    }
    send()
    try {
      await followUps.planning.work(signal, send)
    } finally {
      await Promise.all(runs)
    }
    // People to whom something was sent now wait for their next follow-up.
    await followUps.planning.dateWaiting()
  })
  const preview = createPreview({
    ...parts,
    pauses,
    senders,
    campaignMailboxes,
    preflight,
    planSend: followUps.steps.planSend,
  })
  const care = {
    pace,
    pauses,
    preview,
    epoch,
    campaignMailboxes,
    hasUsedMailbox: (owner: OwnerId) => deps.mailboxes.hasUsed(db, owner),
  }
  return { sending, followUps, worker, messages, care }
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
