import { createMailTokens, type Frame, type Ports } from './compose-ports.ts'
import type { Accounts } from './features/accounts/accounts.ts'
import type { Campaigns } from './features/campaigns/campaigns.ts'
import type { Prospects } from './features/prospects/prospects.ts'
import { createClaims } from './features/sending/claims/claims.ts'
import { createHeartbeat } from './features/sending/heartbeat/heartbeat.ts'
import { createMessages } from './features/sending/messages/messages.ts'
import { createOutcomes } from './features/sending/outcomes/outcomes.ts'
import { handleSending } from './features/sending/sending.jobs.ts'
import { createSending } from './features/sending/sending.ts'
import { createSendingWorker } from './features/sending/worker/worker.ts'
import type { ReturnAddresses } from './features/signatures/return-address/return-address.ts'
import type { Signatures } from './features/signatures/signatures.ts'
import { createTracking } from './features/tracking/tracking.ts'
import type { Usage } from './features/usage/usage.ts'

/** What sending and everything after it stands on. */
interface Ground {
  accounts: Accounts
  usage: Usage
  prospects: Prospects
  signatures: Signatures
  returnAddresses: ReturnAddresses
  campaigns: Campaigns
}

/** Builds the way of a message: sending, tracking, replies. */
export async function createMailing(frame: Frame, ports: Ports, ground: Ground) {
  const { config, publicUrl, logger } = frame
  const { db } = frame.database
  const { clock, jobs, mail } = ports
  const { replyDomain, postalAddress } = config
  const tokens = await createMailTokens(frame, clock)

  // Tracking asks for the messages behind its tokens, and sending asks tracking who must not be written to.
  const tracking = createTracking({
    ...{ ...ground, db, clock, tokens },
    messages: {
      find: (tx, ids) => outcomes.findMessages(tx, ids),
      confirm: (tx, owner, id) => outcomes.confirm(tx, owner, id),
      refute: (tx, owner, id, reason) => outcomes.refute(tx, owner, id, reason),
    },
    onError: (error) => logger.error({ err: error }, 'opens could not be written down'),
  })
  const heartbeat = createHeartbeat({ db, clock })
  const parts = { ...ground, db, clock, tracking, heartbeat }
  const outcomes = createOutcomes(parts)
  const sending = createSending({ ...parts, jobs, tokens, replyDomain })
  const messages = createMessages({
    ...{ ...ground, tokens, replyDomain, postalAddress, publicUrl },
    isLocalOnly: config.mailSmtpUrl === null,
    loopId: `goldpan.${replyDomain}`,
  })
  const sendingWorker = createSendingWorker({
    ...{ ...parts, mail, messages, outcomes, claims: createClaims(parts) },
    finishJob: sending.finishJob,
    stopJob: sending.stopJob,
    concurrency: config.sendConcurrency,
    onError: (error) => logger.error({ err: error }, 'a message could not be handed over'),
  })
  handleSending(jobs, sendingWorker)
  return { tracking, sending, sendingWorker }
}
