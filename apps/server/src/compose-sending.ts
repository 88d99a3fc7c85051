import type { Tokens } from '@goldpan/campaign-mail/tokens'
import type { Ground } from './compose-mailing.ts'
import type { Frame, Ports } from './compose-ports.ts'
import { asOwner } from './db/owner.ts'
import { createClaims } from './features/sending/claims.ts'
import { createDelivery } from './features/sending/delivery.ts'
import { createEpoch } from './features/sending/epoch.ts'
import { createGate } from './features/sending/gate.ts'
import { createGroups } from './features/sending/groups.ts'
import { createMessages } from './features/sending/messages.ts'
import { createOutcomes } from './features/sending/outcomes.ts'
import { createOwnMailbox } from './features/sending/own-mailbox.ts'
import { defaultPace } from './features/sending/pace.rules.ts'
import { createPace } from './features/sending/pace.ts'
import { createPauses } from './features/sending/pauses.ts'
import { createPreview } from './features/sending/preview.ts'
import { createSenders } from './features/sending/senders.ts'
import { createSending, sendingJob } from './features/sending/sending.ts'
import type { SendingDomainCare } from './features/sending-domain/sending-domain.ts'
import type { Tracking } from './features/tracking/tracking.ts'
import { languageOf } from './providers/text/language-of.ts'

/** Builds sending: what users start and see, the limits that hold it back, and the worker. */
export function createSendingParts(
  { config, database, logger, publicUrl }: Frame,
  { clock, jobs, mail, dns, mark, vault, mailboxes, spam }: Ports,
  ground: Ground & { tokens: Tokens; tracking: Tracking; sendingDomain: SendingDomainCare },
) {
  const { db } = database
  const { replyDomain } = config
  const isLocalOnly = config.mailSmtpUrl === null
  const groups = createGroups({
    ...{ db, clock, dns },
    connections: isLocalOnly ? 0 : config.sendConnectionsPerGroup,
    perSecond: isLocalOnly ? 0 : config.mailRate,
  })
  const epoch = createEpoch({ db, clock, mark })
  const isTrial = isLocalOnly || config.isLocal
  const pace = createPace({ db, clock, defaultOf: defaultPace(config.sendingPace, isTrial) })
  const parts = { ...ground, db, clock, groups, pace, epoch }
  const pauses = createPauses(parts)
  const mailbox = createOwnMailbox({ db, clock, vault, mailboxes })
  const senders = createSenders({ ...ground, db, mailbox })
  const outcomes = createOutcomes(parts)
  const messages = createMessages({
    ...{ ...ground, senders, replyDomain, publicUrl, isLocalOnly },
    loopId: `goldpan.${replyDomain}`,
  })
  const gate = createGate({ ...ground, db, clock, messages, senders, spam, isLocalOnly, languageOf })
  const sending = createSending({ ...parts, jobs, replyDomain, pauses, mailbox, gate, languageOf })
  const onError = (error: unknown) => logger.error({ err: error }, 'a message could not be handed over')
  const claims = createClaims({
    ...parts,
    workerId: ground.heartbeat.id,
    pauses,
    senders,
    finishJob: sending.finishJob,
    stopJob: sending.stopJob,
    onError,
  })
  const worker = createDelivery({
    ...parts,
    claims,
    messages,
    outcomes,
    concurrency: config.sendConcurrency,
    handOver: (row, message, options) =>
      row.sender === 'mailbox'
        ? mailbox.handOver(asOwner(row.owner_id), message, options)
        : mail.handOver(message, options),
    afterRefusal: sending.afterRefusal,
    onError,
  })
  jobs.handle(sendingJob, (_payload, signal) => worker.work(signal))
  const preview = createPreview({ ...parts, pauses, senders, mailbox, gate })
  return { outcomes, sending, worker, care: { pace, pauses, preview, epoch, mailbox } }
}
