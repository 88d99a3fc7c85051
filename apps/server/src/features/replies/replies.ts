import { createHash } from 'node:crypto'
import type { Tokens } from '@goldpan/campaign-mail/tokens'
import type { Database } from '../../db/database.ts'
import { systemScope } from '../../db/owner.ts'
import { refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { IncomingMail } from '../../providers/inbox/port.ts'
import type { Jobs } from '../../providers/jobs/port.ts'
import type { ReturnAddresses } from '../signatures/return-address/return-address.ts'
import { inboundJob } from './replies.jobs.ts'
import { readAddress } from './replies.rules.ts'
import * as store from './replies.store.ts'

/** A raw message over HTTP with the signature that must belong to it. */
export interface SignedMail {
  raw: Buffer
  signature: string
  envelope: { from: string; to: string }
}

export interface RepliesDeps {
  db: Database
  clock: Clock
  jobs: Pick<Jobs, 'enqueue'>
  tokens: Tokens
  returnAddresses: Pick<ReturnAddresses, 'findOwner'>
  replyDomain: string
  /** Checks the signature of a webhook; null when it is wrong or old. */
  readSigned: (mail: SignedMail) => IncomingMail | null
  /** Whether a signature has the right form and time; whether it fits is known with the body. */
  isFreshSignature: (signature: string) => boolean
}

/** Of one message, as SMTP allows. */
const MAX_ADDRESSES = 100

const scope = systemScope('mail comes in for all owners')

/** Takes mail for the reply domain: whose it is and what it says is found out later, once it is stored. */
export function createReplies({ db, clock, jobs, tokens, returnAddresses, ...deps }: RepliesDeps) {
  /** Whether mail to this address is taken: a return address, or a return path with a valid token. */
  async function accepts(address: string): Promise<boolean> {
    const read = readAddress(address, deps.replyDomain, tokens)
    if (read?.kind !== 'return') return read !== null
    return (await returnAddresses.findOwner(read.emailId)) !== null
  }

  /** Commits a message, once for each address it came for. Receiving it again changes nothing. */
  async function receive(mail: IncomingMail): Promise<void> {
    const raw_hash = createHash('sha256').update(mail.raw).digest('hex')
    const received_at = isoNow(clock)
    const addresses = [...new Set(mail.envelope.to.map((address) => address.trim().toLowerCase()))]
    if (addresses.length === 0) return
    await db.transaction(async (tx) => {
      // One after another: together they would stand in memory once for each.
      for (const envelope_to of addresses)
        await store.insertInbound(scope, tx, {
          ...{ envelope_from: mail.envelope.from, envelope_to, raw: mail.raw, raw_hash, received_at },
        })
      await jobs.enqueue(tx, inboundJob, {}, { key: 'inbound-mail' })
    })
  }

  return {
    accepts,
    /** For the inbox. */
    receive,

    /** Refuses what could not be taken whatever its body is. */
    async expectSigned({ signature, envelope }: Omit<SignedMail, 'raw'>): Promise<void> {
      if (!deps.isFreshSignature(signature)) refuse('replies.bad_signature')
      for (const address of envelope.to.split(',').slice(0, MAX_ADDRESSES)) if (await accepts(address)) return
      refuse('replies.unknown_address')
    },

    async receiveSigned(signed: SignedMail): Promise<void> {
      const mail = deps.readSigned(signed) ?? refuse('replies.bad_signature')
      const known: string[] = []
      for (const address of mail.envelope.to) if (await accepts(address)) known.push(address)
      if (known.length === 0) refuse('replies.unknown_address')
      await receive({ ...mail, envelope: { ...mail.envelope, to: known } })
    },
  }
}

export type Replies = ReturnType<typeof createReplies>
