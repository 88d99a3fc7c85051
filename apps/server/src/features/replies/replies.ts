import { createHash } from 'node:crypto'
import { findIdentity } from '@goldpan/campaign-mail/message-ids'
import type { Tokens } from '@goldpan/campaign-mail/tokens'
import { z } from 'zod'
import type { Database, Db } from '../../db/database.ts'
import { asOwner, type OwnerId, systemScope } from '../../db/owner.ts'
import { refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Acceptance, IncomingMail, SignedEnvelope } from '../../providers/inbox/port.ts'
import { defineJob, type Jobs } from '../../providers/jobs/port.ts'
import type { Outcomes } from '../sending/outcomes.ts'
import type { ReturnAddresses } from '../signatures/return-addresses.ts'
import { listAnswers } from './answer-delivery.store.ts'
import { type InboundAddress, readAddress } from './replies.rules.ts'
import * as store from './replies.store.ts'
import type { InboundStorage } from './storage.ts'

export interface RepliesDeps {
  db: Database
  clock: Clock
  jobs: Pick<Jobs, 'enqueue'>
  tokens: Tokens
  returnAddresses: Pick<ReturnAddresses, 'findOwner'>
  sentMessages: Pick<Outcomes, 'findMessages'>
  storage: Pick<InboundStorage, 'add' | 'isFull'>
  replyDomain: string
  /** The sender of our letters. */
  systemSender: string
  /** Returns the hash that a webhook's body must have. Null if the signature is wrong or old. */
  readSignature: (signed: SignedEnvelope) => string | null
}

/** Wakes a worker for incoming mail; sweepers find what a lost job would miss. */
export const inboundJob = defineJob({
  name: 'inbound-mail',
  payload: z.object({}),
  every: { seconds: 5, payload: {} },
})

/** The same for the same bytes, in hexadecimal digits. */
export const hash = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')

const HOUR_MS = 60 * 60_000
/** Anybody may write to the operator's addresses, so what they take is limited; senders are told to try again later. */
const OPERATOR_PER_HOUR = 60
const OPERATOR_BYTES_PER_DAY = 50_000_000

/** SMTP's limit for recipients of a message. */
const MAX_ADDRESSES = 100

const scope = systemScope('mail comes in for all owners')

/** `key` is the same for all return addresses of an owner, and unique for each return path. No owner: the operator. */
interface Destination {
  owner: OwnerId | null
  address: string
  key: string
}

/** Accepts and stores mail for the reply domain. Workers handle it later. */
export function createReplies({ db, clock, jobs, tokens, storage, ...deps }: RepliesDeps) {
  async function findOwner(tx: Db, address: InboundAddress): Promise<OwnerId | null> {
    // An account may have had the address before it became the operator's.
    if (address.kind === 'return' || address.kind === 'operator')
      return deps.returnAddresses.findOwner(tx, address.emailId)
    const id = await findOwnerOfPath(tx, address)
    return id ? asOwner(id) : null
  }

  async function findOwnerOfPath(tx: Db, address: Exclude<InboundAddress, { kind: 'return' | 'operator' }>) {
    if (address.kind === 'bounce')
      return (await deps.sentMessages.findMessages(tx, [address.recipientId]))[0]?.owner_id
    if (address.kind === 'forward') return store.findInboundOwner(tx, scope, address.inboundId)
    return (await listAnswers(tx, scope, [address.answerId]))[0]?.owner_id
  }

  async function findDestination(tx: Db, address: string): Promise<Destination | null> {
    const read = readAddress(address, deps.replyDomain, tokens, deps.systemSender)
    const owner = read && (await findOwner(tx, read))
    if (!read || (!owner && read.kind !== 'operator')) return null
    const lower = address.trim().toLowerCase()
    return { owner, address: lower, key: read.kind === 'return' ? 'return' : lower }
  }

  /** Accepts return addresses, return paths of rows that still exist, and the operator's, unless storage is full. */
  async function accepts(address: string): Promise<Acceptance> {
    const found = await findDestination(db, address)
    if (!found) return 'unknown'
    const isFull = found.owner ? await storage.isFull(found.owner) : await isOperatorFull()
    return isFull ? 'full' : 'accepted'
  }

  async function isOperatorFull(): Promise<boolean> {
    const ago = (ms: number) => new Date(clock.now().getTime() - ms).toISOString()
    const since = { hour: ago(HOUR_MS), day: ago(24 * HOUR_MS) }
    const { messages, bytes } = await store.countForOperator(db, scope, since)
    return messages >= OPERATOR_PER_HOUR || bytes >= OPERATOR_BYTES_PER_DAY
  }

  /** Commits a message once for each of its owners. Delivering it again, also by another route, changes nothing. */
  async function receive(mail: IncomingMail): Promise<void> {
    const identity = findIdentity(mail.raw)
    const message = {
      envelope_from: mail.envelope.from,
      identity_hash: identity && hash(identity),
      raw_hash: hash(mail.raw),
      received_at: isoNow(clock),
    }
    await db.transaction(async (tx) => {
      for (const { owner, address, key } of await findDestinations(tx, mail.envelope.to)) {
        if (owner === null) {
          await store.insertForOperator(tx, scope, { ...message, envelope_to: address, raw: mail.raw })
          continue
        }
        const original_id = await store.findOriginal(tx, owner, message.raw_hash)
        const raw = original_id === null ? mail.raw : Buffer.alloc(0)
        const row = { ...message, envelope_to: address, dedupe_key: key, original_id, raw }
        if (await store.insertInbound(tx, owner, row)) await storage.add(tx, owner, raw.length)
      }
      await jobs.enqueue(tx, inboundJob, {}, { key: 'inbound-mail' })
    })
  }

  async function findDestinations(tx: Db, addresses: string[]): Promise<Destination[]> {
    const found = new Map<string, Destination>()
    for (const address of addresses) {
      const destination = await findDestination(tx, address)
      if (destination) found.set(`${destination.owner} ${destination.key}`, destination)
    }
    // In a fixed order, so that two messages for the same owners can't deadlock.
    return [...found.keys()].sort().map((key) => found.get(key)!)
  }

  /** The addresses of a comma-separated list that accept mail. Refuses if there are none. */
  async function chooseAddresses(list: string): Promise<string[]> {
    const taken: string[] = []
    let isFull = false
    for (const address of list.split(',').filter(Boolean).slice(0, MAX_ADDRESSES)) {
      const acceptance = await accepts(address)
      if (acceptance === 'accepted') taken.push(address)
      isFull ||= acceptance === 'full'
    }
    if (isFull) refuse('replies.full')
    return taken.length > 0 ? taken : refuse('replies.unknown_address')
  }

  return {
    accepts,
    receive,

    /** Refuses before the body is read. */
    async expectSigned(signed: SignedEnvelope): Promise<void> {
      if (deps.readSignature(signed) === null) refuse('replies.bad_signature')
      await chooseAddresses(signed.envelope.to)
    },

    async receiveSigned(raw: Buffer, signed: SignedEnvelope): Promise<void> {
      if (deps.readSignature(signed) !== hash(raw)) refuse('replies.bad_signature')
      const to = await chooseAddresses(signed.envelope.to)
      await receive({ raw, envelope: { from: signed.envelope.from || null, to } })
    },
  }
}

export type Replies = ReturnType<typeof createReplies>
