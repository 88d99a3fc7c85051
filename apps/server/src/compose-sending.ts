import type { Tokens } from '@goldpan/campaign-mail/tokens'
import type { Frame, Ports } from './compose-ports.ts'
import { asOwner, type OwnerId } from './db/owner.ts'
import type { MessageOutcome } from './db/schema.ts'
import type { Accounts } from './features/accounts/accounts.ts'
import type { Campaigns } from './features/campaigns/campaigns.ts'
import type { Enrolments } from './features/enrolments/enrolments.ts'
import { createFollowUps, type FollowUps } from './features/follow-ups/follow-ups.ts'
import type { Notifications } from './features/notifications/notifications.ts'
import type { MailboxAccess } from './features/own-mailboxes/access.ts'
import { createSendingMailboxes } from './features/own-mailboxes/sending-mailboxes.ts'
import type { Prospects } from './features/prospects/prospects.ts'
import type { SenderIdentities } from './features/sender-identity/sender-identity.ts'
import { createCampaignMailboxes } from './features/sending/campaign-mailboxes.ts'
import { createClaims } from './features/sending/claims.ts'
import { createDelivery } from './features/sending/delivery.ts'
import { createEpoch } from './features/sending/epoch.ts'
import { createGroups } from './features/sending/groups.ts'
import { createMessages, type Messages, messageIdOf } from './features/sending/messages.ts'
import type { Outcomes } from './features/sending/outcomes.ts'
import type { PaceCare } from './features/sending/pace.ts'
import { createPauses, type Pauses } from './features/sending/pauses.ts'
import { createPreflight } from './features/sending/preflight.ts'
import { createPreview } from './features/sending/preview.ts'
import { createRotation } from './features/sending/rotation.ts'
import { createSendPlans } from './features/sending/send-plan.ts'
import { createSenderHolds, type SenderHolds } from './features/sending/sender-holds.ts'
import { createSenders, type Senders } from './features/sending/senders.ts'
import { createSending, type Sending, sendingJob } from './features/sending/sending.ts'
import { createUnsendable } from './features/sending/unsendable.ts'
import { dayOf } from './features/sending/zoned-time.ts'
import type { SendingDomainCare } from './features/sending-domain/sending-domain.ts'
import type { ReturnAddresses } from './features/signatures/return-addresses.ts'
import type { Signatures } from './features/signatures/signatures.ts'
import type { Suppressions } from './features/suppressions/suppressions.ts'
import type { Tracking } from './features/tracking/tracking.ts'
import type { Usage } from './features/usage/usage.ts'
import type { Writing } from './features/writing/writing.ts'
import type { Heartbeat } from './jobs/heartbeat.ts'
import type { OnWork } from './jobs/work-log.ts'
import type { WorkerLoop } from './jobs/worker-loop.ts'
import type { Letters } from './letters/letters.ts'
import { languageOf } from './providers/text/composer/language.ts'

/** Features that sending, tracking and replies depend on. */
export interface MailingDeps {
  pace: PaceCare
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
  onWork: OnWork
  countOutcome: (outcome: MessageOutcome, messages?: number) => void
}

export type SendingLimits = ReturnType<typeof createSendingLimits>

/** Builds limits on sending: those of receiving servers, the rooms of mailboxes, and the hold on restored copies. */
export function createSendingLimits(
  { config, database, logger }: Frame,
  { clock, systemClock, dns, mark, notes, mailboxPresets }: Ports,
  { pace, letters }: MailingDeps,
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
  /** The owner's local date, by the time zone of the pace. */
  const todayOf = async (owner: OwnerId): Promise<string> =>
    dayOf(clock.now(), (await pace.find(db, owner, 'shared')).time_zone)
  const mailboxes = createSendingMailboxes({ clock, presets: mailboxPresets })
  return { groups, epoch, mailboxes, todayOf }
}

interface SendingPartsDeps extends MailingDeps, SendingLimits {
  tokens: Tokens
  outcomes: Outcomes
  tracking: Tracking
}

/** Builds sending: operations, follow-ups, preview and the worker. */
export function createSendingParts(frame: Frame, ports: Ports, deps: SendingPartsDeps) {
  const { config, logger, publicUrl } = frame
  const { db } = frame.database
  const { clock, systemClock, jobs, spam } = ports
  const { replyDomain } = config
  const isLocalOnly = config.mailSmtpUrl === null
  const { pace, epoch } = deps
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
  const followUps = createFollowUps({
    ...parts,
    sending,
    pauses,
    senders,
    languageOf,
    messageIdOf: (id) => messageIdOf(deps.tokens, id, replyDomain),
    onPassedOver: (people) =>
      logger.warn({ people }, 'follow-ups that may have left before the backup was restored count as sent'),
    onError: handOverError(frame),
  })
  const worker = createSendingWorker(frame, ports, { ...deps, messages, pauses, senders, sending, followUps })
  const sendPlans = createSendPlans({
    ...parts,
    senders,
    campaignMailboxes,
    planSend: followUps.steps.planSend,
  })
  const preview = createPreview({ ...parts, pauses, preflight, sendPlans })
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

const handOverError =
  ({ logger }: Frame) =>
  (error: unknown): void =>
    logger.error({ err: error }, 'a message could not be handed over')

interface SendingWorkerDeps extends SendingPartsDeps {
  messages: Messages
  pauses: Pauses
  senders: Senders
  sending: Sending
  followUps: FollowUps
}

/** Builds the worker that claims and delivers messages, and wakes it by a job. */
function createSendingWorker(
  frame: Frame,
  { clock, systemClock, jobs, mail, notes }: Ports,
  deps: SendingWorkerDeps,
): WorkerLoop {
  const { sending, followUps } = deps
  const parts = { ...deps, db: frame.database.db, clock, systemClock, onError: handOverError(frame) }
  const unsendable = createUnsendable(parts)
  const senderHolds = createSenderHolds({ ...parts, unsendable })
  const claims = createClaims({
    ...parts,
    workerId: deps.heartbeat.id,
    isPlanningFailing: followUps.planning.isFailing,
    rotation: createRotation(parts),
    unsendable,
    senderHolds,
    finishJob: sending.finishJob,
    stopJob: sending.stopJob,
  })
  const worker = createDelivery({
    ...parts,
    claims,
    notes,
    concurrency: frame.config.sendConcurrency,
    handOver: (row, message, options) =>
      row.mailbox_id !== null
        ? deps.mailboxAccess.handOver(asOwner(row.owner_id), row.mailbox_id, message, options)
        : mail.handOver(message, options),
    afterRefusal: sending.afterRefusal,
  })
  jobs.handle(sendingJob, createSendingRun({ followUps, senderHolds, worker }))
  return worker
}

interface SendingRun {
  followUps: Pick<FollowUps, 'restored' | 'planning'>
  senderHolds: Pick<SenderHolds, 'release'>
  worker: WorkerLoop
}

/** Returns what each wake of a worker does: it queues due follow-ups while it sends. */
const createSendingRun =
  ({ followUps: { restored, planning }, senderHolds, worker }: SendingRun) =>
  async (_payload: object, signal: AbortSignal): Promise<void> => {
    await restored.settle()
    await senderHolds.release()
    const runs: Promise<void>[] = []
    const send = () => {
      const isNew = !worker.isRunning()
      const run = worker.work(signal)
      run.catch(() => undefined)
      // A run of an earlier wake also sends what is queued now. It isn't awaited: it may take hours, and wakes must plan.
      if (isNew) runs.push(run)
    }
    send()
    try {
      await planning.work(signal, send)
    } finally {
      await Promise.all(runs)
    }
    // People who have just been sent a message now wait for their next follow-up.
    await planning.setDueDays()
  }
