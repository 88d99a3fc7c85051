import { createMailTokens, type Frame, type Ports } from './compose-ports.ts'
import { createSendingParts } from './compose-sending.ts'
import type { Accounts } from './features/accounts/accounts.ts'
import type { Campaigns } from './features/campaigns/campaigns.ts'
import { createMailbox, trimOutboxJob } from './features/mailbox/mailbox.ts'
import type { Notifications } from './features/notifications/notifications.ts'
import type { Prospects } from './features/prospects/prospects.ts'
import { createAnswering } from './features/replies/answering.ts'
import { createConversations } from './features/replies/conversations.ts'
import { createForwarding } from './features/replies/forwarding.ts'
import { createHandling } from './features/replies/handling.ts'
import { createReplies, inboundJob } from './features/replies/replies.ts'
import { createInboundStorage, deleteOldMailJob } from './features/replies/storage.ts'
import type { SenderIdentities } from './features/sender-identity/sender-identity.ts'
import type { SendingDomainCare } from './features/sending-domain/sending-domain.ts'
import type { ReturnAddresses } from './features/signatures/return-addresses.ts'
import type { Signatures } from './features/signatures/signatures.ts'
import type { Suppressions } from './features/suppressions/suppressions.ts'
import { createTracking } from './features/tracking/tracking.ts'
import type { Usage } from './features/usage/usage.ts'
import type { Heartbeat } from './jobs/heartbeat.ts'
import { readSignature } from './providers/inbox/webhook.ts'
import { createOutboxReader } from './providers/mail/outbox-reader.ts'
import { createSmtpMail } from './providers/mail/smtp.ts'

/** What sending and everything after it stands on. */
export interface Ground {
  accounts: Accounts
  usage: Usage
  prospects: Prospects
  suppressions: Suppressions
  signatures: Signatures
  returnAddresses: ReturnAddresses
  senderIdentities: SenderIdentities
  campaigns: Campaigns
  sendingDomain: SendingDomainCare
  notifications: Notifications
  heartbeat: Heartbeat
}

/** Builds the way of a message: sending, tracking, replies. */
export async function createMailing(frame: Frame, ports: Ports, ground: Ground) {
  const { config, logger } = frame
  const { db } = frame.database
  const { clock, jobs, mail } = ports
  const { replyDomain } = config
  const { sendingDomain } = ground
  const tokens = await createMailTokens(frame, clock)

  // Tracking asks for the messages behind its tokens, and sending asks tracking who must not be written to.
  const tracking = createTracking({
    ...{ ...ground, db, clock, tokens },
    messages: {
      find: (tx, ids) => outcomes.findMessages(tx, ids),
      confirm: (tx, owner, id) => outcomes.confirm(tx, owner, id),
      refute: (tx, owner, id, reason) => outcomes.refute(tx, owner, id, reason),
      isAlwaysFull: (tx, owner, email) => outcomes.isAlwaysFull(tx, owner, email),
    },
    onError: (error) => logger.error({ err: error }, 'opens and clicks could not be written'),
  })
  const { outcomes, sending, worker, care } = createSendingParts(frame, ports, {
    ...{ ...ground, tokens, tracking },
  })

  const storage = createInboundStorage({
    ...{ db, clock, keepDays: config.inboundKeepDays, quotaBytes: config.inboundQuotaMb * 1_000_000 },
  })
  jobs.handle(deleteOldMailJob, (_payload, signal) => storage.deleteOld(signal))
  const replies = createReplies({
    ...{ ...ground, db, clock, jobs, tokens, replyDomain, storage, messages: outcomes },
    readSignature: (signed) => readSignature(signed, config.inboundWebhookSecret ?? '', clock.now()),
  })
  const onError = (error: unknown) => logger.error({ err: error }, 'a message that came in is left for later')
  const handling = createHandling({
    ...{ ...ground, db, clock, tokens, tracking, replyDomain, storage, onError },
    lookUpTxt: async (name) => (await ports.dns.txt(name).catch(() => []))[0] ?? null,
    messages: outcomes,
  })
  const forwarding = createForwarding({
    ...{ ...ground, db, clock, mail, tokens, replyDomain, onError },
    loopId: `goldpan.${replyDomain}`,
  })
  const answering = createAnswering({
    ...{ ...ground, db, clock, mail, tokens, replyDomain, onError },
  })
  jobs.handle(inboundJob, async (_payload, signal) => {
    // Much incoming mail must not hold up what is due to leave.
    await Promise.all([handling.work(signal), forwarding.work(signal), answering.work(signal)])
    await forwarding.work(signal)
  })
  const conversations = createConversations({ ...ground, db, clock, jobs })
  const mailbox = createBuiltInMailbox(frame, ports)
  return {
    ...{ tracking, sending, sendingCare: care, sendingDomain, sendingMessages: outcomes },
    ...{ sendingWorker: worker, replies, conversations, inboundStorage: storage, mailbox },
  }
}

/** Only while mail goes to the built-in outbox is there a mailbox to read it in. */
function createBuiltInMailbox({ config, database, publicUrl }: Frame, ports: Ports) {
  if (config.mailSmtpUrl) return null
  const port = () => ports.inbox.port() ?? config.inboundSmtpPort ?? 0
  const host = config.inboundSmtpHost === '0.0.0.0' ? '127.0.0.1' : config.inboundSmtpHost
  const outbox = createOutboxReader(database.db)
  ports.jobs.handle(trimOutboxJob, () => outbox.trim())
  return createMailbox({
    clock: ports.clock,
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
