import type { Classification } from '@goldpan/campaign-mail/classification'
import { verifyDkim } from '@goldpan/campaign-mail/dkim-verify'
import { fieldValues, splitMessage } from '@goldpan/campaign-mail/message-bytes'
import type { Tokens } from '@goldpan/campaign-mail/tokens'
import type { Database, Db } from '../../db/database.ts'
import { type OwnerId, systemScope } from '../../db/owner.ts'
import { isRowId } from '../../db/row-id.ts'
import type { Clock } from '../../providers/clock/port.ts'
import type { Outcomes } from '../sending/outcomes.ts'
import type { SentMessage } from '../tracking/tracking-parts.ts'
import { type AnswerRow, listAnswers, listAnswersByServerIds } from './answer-delivery.store.ts'
import {
  answersNamed,
  isAuthentic,
  passesDmarc,
  receiverOf,
  recipientsNamed,
  type Source,
} from './replies.rules.ts'
import * as store from './replies.store.ts'
import { readRaw } from './stored-message.store.ts'

export interface MatchingDeps {
  db: Database
  clock: Clock
  tokens: Tokens
  sentMessages: Pick<Outcomes, 'findMessages' | 'findByServerIds' | 'findLatestTo'>
  replyDomain: string
  /** The TXT record of a name, or null. To verify senders. */
  lookUpTxt: (name: string) => Promise<string | null>
}

/** Replies without a reference are matched with messages sent within this time. */
const MATCH_MS = 90 * 24 * 60 * 60_000

const scope = systemScope('mail comes in for all owners')

/** The message of ours that a mail is about. */
export interface Match {
  message: SentMessage | null
  kind: 'proven' | 'likely' | 'none'
}

/** Finds which message of ours a mail is about, and whether its sender is proven. */
export function createMatching({ db, clock, tokens, sentMessages, replyDomain, lookUpTxt }: MatchingDeps) {
  /** Answers by our Message-IDs, and the owner's by those that mail servers gave to them. */
  async function listAnswersNamed(tx: Db, owner: OwnerId | null, messageIds: string[]): Promise<AnswerRow[]> {
    return [
      ...(await listAnswers(tx, scope, answersNamed(messageIds, replyDomain, tokens))),
      ...(owner ? await listAnswersByServerIds(tx, owner, messageIds) : []),
    ]
  }

  /** Ids of the campaign messages referred to, also through an answer written in the application. */
  async function idsNamed(tx: Db, owner: OwnerId | null, messageIds: string[]): Promise<string[]> {
    const answers = await listAnswersNamed(tx, owner, messageIds)
    const answered = answers.flatMap(({ recipient_id }) => recipient_id ?? [])
    return [...new Set([...recipientsNamed(messageIds, replyDomain, tokens), ...answered])]
  }

  /** Matches by the return path's token, then by the Message-IDs, then by the sender. */
  async function findMatch(
    tx: Db,
    source: Source,
    owner: OwnerId | null,
    mail: Classification,
    isSenderProven: boolean,
  ): Promise<Match> {
    const ids = source.kind === 'bounce' ? [source.recipientId] : await idsNamed(tx, owner, mail.message_ids)
    if (source.kind === 'answer')
      for (const { recipient_id } of await listAnswers(tx, scope, [source.answerId]))
        if (recipient_id) ids.push(recipient_id)
    // The id of a message is its ENVID, which some reports name alone.
    if (source.kind === 'mailbox' && mail.original_envelope_id && isRowId(mail.original_envelope_id))
      ids.push(mail.original_envelope_id)
    const named = await sentMessages.findMessages(tx, ids)
    const inOrder = ids.flatMap((id) => named.filter((message) => message.id === id))
    const proven = [
      ...inOrder,
      ...(owner ? await sentMessages.findByServerIds(tx, owner, mail.message_ids) : []),
    ]
    const message = proven.find(({ owner_id }) => owner === null || owner_id === owner)
    if (message) return { message: newestOf(proven, message), kind: 'proven' }
    if (owner === null || !mail.from) return { message: null, kind: 'none' }
    const since = new Date(clock.now().getTime() - MATCH_MS).toISOString()
    const latest = await sentMessages.findLatestTo(tx, owner, mail.from.address, since)
    if (!latest) return { message: null, kind: 'none' }
    return { message: latest, kind: isSenderProven ? 'proven' : 'likely' }
  }

  /**
   * True for replies that name no message of ours. Reports never match by their sender: anybody can write one, and it
   * would suppress an address.
   */
  const needsProof = ({ mailbox_id }: store.InboundRow, { kind, message_ids }: Classification): boolean =>
    (kind === 'reply' || (kind === 'auto-reply' && mailbox_id !== null)) &&
    recipientsNamed(message_ids, replyDomain, tokens).length === 0

  /** True if the From address is no forgery: by the provider that took the message in, or by its signature. */
  async function isProven(row: store.InboundRow, { from }: Classification, head: Buffer): Promise<boolean> {
    const address = from?.address ?? null
    const mailbox = row.mailbox_id ? await store.findMailbox(db, scope, row.mailbox_id) : null
    const receiver = mailbox && receiverOf(mailbox)
    const results = fieldValues(splitMessage(head).fields, 'authentication-results')
    if (passesDmarc(results, receiver, address)) return true
    const signatures = await verifyDkim(await readRaw(db, scope, row), lookUpTxt).catch(() => [])
    return isAuthentic(address, signatures)
  }

  return { listAnswersNamed, findMatch, needsProof, isProven }
}

/** Returns the newest of the named messages to the same recipient: the one that a reply answers. */
const newestOf = (
  named: readonly SentMessage[],
  { campaign_prospect_id, ...message }: SentMessage,
): SentMessage =>
  named
    .filter((one) => campaign_prospect_id !== null && one.campaign_prospect_id === campaign_prospect_id)
    .toSorted((a, b) => (b.handed_over_at ?? '').localeCompare(a.handed_over_at ?? ''))[0] ?? {
    ...message,
    campaign_prospect_id,
  }
