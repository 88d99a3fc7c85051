import type { Classification } from '@goldpan/campaign-mail/classification'
import { fieldValues, splitMessage } from '@goldpan/campaign-mail/message-bytes'
import { findIdentity } from '@goldpan/campaign-mail/message-ids'
import type { Tokens } from '@goldpan/campaign-mail/tokens'
import type { Database, Db } from '../../db/database.ts'
import { type OwnerId, systemScope } from '../../db/owner.ts'
import { isRowId } from '../../db/row-id.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Jobs } from '../../providers/jobs/port.ts'
import type { Outcomes } from '../sending/outcomes.ts'
import { listAnswers, listAnswersByServerIds } from './answer-delivery.store.ts'
import { answersNamed, foundIn, recipientsNamed } from './replies.rules.ts'
import * as store from './replies.store.ts'
import { hash, inboundJob } from './replies.ts'
import type { InboundStorage } from './storage.ts'

export interface FoundMailDeps {
  db: Database
  clock: Clock
  jobs: Pick<Jobs, 'enqueue'>
  tokens: Tokens
  sentMessages: Pick<Outcomes, 'findMessages' | 'listServerIds'>
  storage: Pick<InboundStorage, 'add' | 'isFull'>
  replyDomain: string
}

/** A message that was found in an own mailbox and concerns what was sent. */
export interface FoundMessage {
  raw: Buffer
  folder: 'inbox' | 'junk'
  /** Shown with it: what of it could not be read. */
  notice: string | null
}

const scope = systemScope('tokens identify answers of any owner')

/** Mail that owners' own mailboxes hold, stored beside what comes to their return address. */
export function createFoundMail({
  db,
  clock,
  jobs,
  tokens,
  sentMessages,
  storage,
  replyDomain,
}: FoundMailDeps) {
  /** Which of these Message-IDs belong to messages and answers of the owner. */
  async function findOurs(owner: OwnerId, ids: readonly string[]): Promise<Set<string>> {
    const [messageOf, answerOf] = [new Map<string, string>(), new Map<string, string>()]
    for (const id of ids) {
      const [message] = recipientsNamed([id], replyDomain, tokens)
      const [answer] = answersNamed([id], replyDomain, tokens)
      if (message) messageOf.set(id, message)
      else if (answer) answerOf.set(id, answer)
    }
    const found = [
      ...(await sentMessages.findMessages(db, [...messageOf.values()])),
      ...(await listAnswers(db, scope, [...answerOf.values()])),
    ]
    const own = new Set(found.flatMap(({ id, owner_id }) => (owner_id === owner ? id : [])))
    const named = [...messageOf, ...answerOf].flatMap(([id, row]) => (own.has(row) ? id : []))
    const given = [
      ...(await sentMessages.listServerIds(db, owner, [...ids])),
      ...(await listAnswersByServerIds(db, owner, [...ids])).flatMap(
        ({ server_message_id }) => server_message_id ?? [],
      ),
    ]
    return new Set([...named, ...given])
  }

  return {
    isFull: storage.isFull,
    findOurs,

    /**
     * True if a report names a message or an answer of the owner. One that names nothing but an address is about no
     * message in particular, and anybody can write it.
     */
    async isReportOnOurs(owner: OwnerId, report: Classification): Promise<boolean> {
      if ((await findOurs(owner, report.message_ids)).size > 0) return true
      const id = report.original_envelope_id
      if (!id || !isRowId(id)) return false
      return (await sentMessages.findMessages(db, [id])).some(({ owner_id }) => owner_id === owner)
    },

    /** Stores messages once, also if they came to the return address before. */
    async store(tx: Db, owner: OwnerId, mailboxId: string, messages: readonly FoundMessage[]): Promise<void> {
      for (const { raw, folder, notice } of messages) {
        const identity = findIdentity(raw)
        const row = {
          envelope_from: senderOf(raw),
          envelope_to: foundIn(folder, mailboxId),
          identity_hash: identity && hash(identity),
          raw_hash: hash(raw),
          dedupe_key: 'return',
          received_at: isoNow(clock),
          mailbox_id: mailboxId,
          mailbox_notice: notice,
          raw,
        }
        if (await store.insertInbound(tx, owner, row)) await storage.add(tx, owner, raw.length)
      }
      if (messages.length > 0) await jobs.enqueue(tx, inboundJob, {}, { key: 'inbound-mail' })
    },
  }
}

export type FoundMail = ReturnType<typeof createFoundMail>

/** The return path that the receiving server wrote down; null for the null sender. Some providers leave it out. */
function senderOf(raw: Buffer): string | null {
  const { fields } = splitMessage(raw)
  const path = fieldValues(fields, 'return-path')[0] ?? fieldValues(fields, 'from')[0] ?? ''
  const address = /[^\s<>"]{1,64}@[^\s<>"]{1,255}/.exec(path)?.[0]
  return address ? address.replaceAll('\u0000', '') : null
}
