import { setImmediate } from 'node:timers/promises'
import type { Classification } from '@goldpan/campaign-mail/classification'
import { classify } from '@goldpan/campaign-mail/classify'
import { verifyDkim } from '@goldpan/campaign-mail/dkim-verify'
import { isAboutChecks } from '@goldpan/campaign-mail/feedback-report'
import { READ_BYTES } from '@goldpan/campaign-mail/incoming-mail'
import { fieldValues, splitMessage } from '@goldpan/campaign-mail/message-bytes'
import type { Tokens } from '@goldpan/campaign-mail/tokens'
import type { Database, Db } from '../../db/database.ts'
import { asOwner, type OwnerId, systemScope } from '../../db/owner.ts'
import { isRowId } from '../../db/row-id.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import { addAttributes, inStep } from '../../providers/steps/port.ts'
import type { AutomaticReplies } from '../follow-ups/automatic-replies.ts'
import type { Outcomes } from '../sending/outcomes.ts'
import type { ReturnAddresses } from '../signatures/return-addresses.ts'
import type { Tracking } from '../tracking/tracking.ts'
import type { SentMessage } from '../tracking/tracking-parts.ts'
import { type AnswerRow, failAnswer, listAnswers, listAnswersByServerIds } from './answering.store.ts'
import { namesOfAttachments, textOf } from './message-content.ts'
import {
  answersNamed,
  isAuthentic,
  judgeForwarding,
  MAX_ATTEMPTS,
  passesDmarc,
  readAddress,
  receiverOf,
  recipientsNamed,
  type Source,
} from './replies.rules.ts'
import * as store from './replies.store.ts'
import type { InboundStorage } from './storage.ts'
import { readRaw } from './stored-message.store.ts'

export interface HandlingDeps {
  db: Database
  clock: Clock
  tokens: Tokens
  returnAddresses: Pick<ReturnAddresses, 'findOwner'>
  tracking: Pick<
    Tracking,
    'recordBounce' | 'recordNote' | 'recordDelivered' | 'recordComplaint' | 'recordReply'
  >
  sentMessages: Pick<Outcomes, 'findMessages' | 'findByServerIds' | 'findLatestTo'>
  automaticReplies: Pick<AutomaticReplies, 'apply'>
  storage: Pick<InboundStorage, 'trim'>
  replyDomain: string
  systemSender: string
  /** False if nobody gets the operator's mail. */
  hasOperator: boolean
  onDropped: (kind: Classification['kind']) => void
  /** The TXT record of a name, or null. To verify senders. */
  lookUpTxt: (name: string) => Promise<string | null>
  onError: (error: unknown) => void
}

const DAY_MS = 24 * 60 * 60_000
/** Replies without a reference are matched with messages sent within this time. */
const MATCH_MS = 90 * DAY_MS

const scope = systemScope('mail comes in for all owners')

interface Match {
  message: SentMessage | null
  kind: 'proven' | 'likely' | 'none'
}

/** Read before the transaction. */
interface ReadMessage {
  mail: Classification
  /** Null for an automatic reply, which is not shown. */
  text: string | null
  attachments: string[]
  isSenderProven: boolean
}

/** Classifies stored mail, finds its owner and acts on it, in one transaction so that nothing counts twice. */
export function createHandling(deps: HandlingDeps) {
  const { db, clock, tokens, tracking, sentMessages, replyDomain } = deps

  function sourceOf(row: store.InboundRow): Source | null {
    if (row.mailbox_id) return { kind: 'mailbox' }
    const read = readAddress(row.envelope_to, replyDomain, tokens, deps.systemSender)
    return read?.kind === 'operator' && row.owner_id !== null ? { ...read, kind: 'return' } : read
  }

  async function findOwner(tx: Db, row: store.InboundRow, source: Source | null): Promise<OwnerId | null> {
    if (source?.kind === 'mailbox') return row.owner_id === null ? null : asOwner(row.owner_id)
    return source?.kind === 'return' ? deps.returnAddresses.findOwner(tx, source.emailId) : null
  }

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

  async function act(tx: Db, message: SentMessage, mail: Classification): Promise<void> {
    if (mail.kind === 'reply') await tracking.recordReply(tx, message, { isStop: mail.wants_unsubscribe })
    if (mail.kind === 'auto-reply') {
      const detail = await deps.automaticReplies.apply(tx, message, mail)
      await tracking.recordNote(tx, message, 'auto_reply', detail)
    }
    if (mail.kind === 'complaint') await tracking.recordComplaint(tx, message)
    if (mail.kind === 'delivered') await tracking.recordDelivered(tx, message)
    if (mail.kind !== 'bounce') return
    if (mail.delayed) await tracking.recordNote(tx, message, 'delayed')
    else await tracking.recordBounce(tx, message, toReport(message, mail))
  }

  /** Reports on answers come back to the mailbox that they left from. */
  async function listFailedAnswers(tx: Db, owner: OwnerId, mail: Classification): Promise<string[]> {
    if (mail.kind !== 'bounce') return []
    const named = await listAnswersNamed(tx, owner, mail.message_ids)
    return named.flatMap(({ id, owner_id }) => (owner_id === owner ? id : []))
  }

  async function isRepeated(tx: Db, owner: OwnerId | null, from_email: string | null): Promise<boolean> {
    if (owner === null || from_email === null) return false
    const since = new Date(clock.now().getTime() - DAY_MS).toISOString()
    return store.wasForwarded(tx, scope, { owner_id: owner, from_email, since })
  }

  async function handleIn(
    tx: Db,
    row: store.InboundRow,
    { mail, text, attachments, isSenderProven }: ReadMessage,
  ): Promise<void> {
    const source = sourceOf(row)
    const holder = await findOwner(tx, row, source)
    const failed = holder && source?.kind === 'mailbox' ? await listFailedAnswers(tx, holder, mail) : []
    const found: Match =
      source === null ||
      source.kind === 'forward' ||
      source.kind === 'answer' ||
      failed.length > 0 ||
      // At the operator's addresses only complaints are about messages of accounts.
      (source.kind === 'operator' && mail.kind !== 'complaint')
        ? { message: null, kind: 'none' }
        : await findMatch(tx, source, holder, mail, isSenderProven)
    // An opt-out counts without proof: a forged one only stops mail, an ignored one breaks the law.
    const match: Match =
      found.kind === 'likely' && mail.wants_unsubscribe ? { ...found, kind: 'proven' } : found
    if (match.message && match.kind === 'proven') await act(tx, match.message, mail)
    if (source?.kind === 'answer') failed.push(source.answerId)
    if (mail.kind === 'bounce' && !mail.delayed)
      for (const id of failed) await failAnswer(tx, scope, id, bounceReason(mail))
    const owner = holder ?? (match.message ? asOwner(match.message.owner_id) : null)
    if (owner) addAttributes({ owner })
    const from_email = mail.from?.address.slice(0, 320) ?? null
    const isForOperator = source?.kind === 'operator' && owner === null
    const isDropped = isForOperator && !deps.hasOperator
    if (isDropped) deps.onDropped(mail.kind)
    const forwarding =
      source === null || (owner === null && !isForOperator) || isDropped
        ? { isForwarded: false as const }
        : judgeForwarding({
            kind: mail.kind,
            source: source.kind,
            match: match.kind,
            isRepeated: mail.kind === 'auto-reply' && (await isRepeated(tx, owner, from_email)),
          })
    const reply_text = plain(mail.reply_text ?? text, 50_000)
    await store.updateInbound(tx, scope, row.id, {
      owner_id: owner ?? row.owner_id,
      recipient_id: match.message?.id ?? null,
      kind: mail.kind,
      from_email,
      subject: plain(mail.subject, 1000),
      reply_text,
      attachments,
      bytes: (row.has_original ? row.size : 0) + Buffer.byteLength(reply_text ?? ''),
      error: mail.parse_error,
      handled_at: isoNow(clock),
      attempts: 0,
      ...(forwarding.isForwarded
        ? { forward_state: 'queued', notice: forwarding.notice, next_at: isoNow(clock) }
        : { forward_state: 'none' }),
    })
  }

  /** Of mail that names no message. A report is never believed for its sender: anybody may write one, and it suppresses. */
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
    const signatures = await verifyDkim(await readRaw(db, scope, row), deps.lookUpTxt).catch(() => [])
    return isAuthentic(address, signatures)
  }

  async function handle(row: store.InboundRow): Promise<void> {
    const head = await readRaw(db, scope, row, READ_BYTES)
    const mail = withoutAuthFailures(await classify(head, { from: row.envelope_from, to: [row.envelope_to] }))
    await setImmediate()
    const attachments = isShown(mail) ? await namesOfAttachments(head) : []
    const text = mail.kind === 'auto-reply' ? await textOf(head) : null
    // Queries DNS, so it stays outside of the transaction.
    const isSenderProven = needsProof(row, mail) && (await isProven(row, mail, head))
    await db.transaction(async (tx) => {
      if (!(await store.lockUnhandled(tx, scope, row.id))) return
      await handleIn(tx, row, { mail, text, attachments, isSenderProven })
    })
  }

  return {
    /** Handles all waiting mail. */
    async work(signal: AbortSignal): Promise<void> {
      const skipped: string[] = []
      const owners = new Set<string>()
      while (!signal.aborted) {
        const row = await store.findUnhandled(db, scope, { skipped, maxAttempts: MAX_ATTEMPTS })
        if (!row) break
        if (row.owner_id) owners.add(row.owner_id)
        // Another worker may be handling the message.
        skipped.push(row.id)
        await inStep({ name: 'message in', kind: 'item' }, { item: row.id }, () =>
          handle(row).catch(async (error: unknown) => {
            deps.onError(error)
            await store.countFailedHandling(db, scope, row.id, String(error).slice(0, 1000))
          }),
        )
      }
      for (const owner of owners) await deps.storage.trim(asOwner(owner))
    },
  }
}

/** Of the messages to the same recipient that a reply names, the newest is the one that it answers. */
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

const isShown = ({ kind }: Classification) => kind === 'reply' || kind === 'auto-reply'

/** A failure report about our signatures is not a person's complaint. */
const withoutAuthFailures = (mail: Classification): Classification =>
  mail.kind === 'complaint' && mail.recipients.every(({ action }) => isAboutChecks(action))
    ? { ...mail, kind: 'other' }
    : mail

function toReport(message: SentMessage, mail: Classification) {
  const email = message.email.toLowerCase()
  const [first] = mail.recipients
  const reported = mail.recipients.find(({ address }) => address?.toLowerCase() === email)
  const { class: kind, address, status = null, reason = null } = reported ?? first ?? {}
  // A report may be about the address that our message was forwarded to, not the one written to.
  if (!reported && address)
    return {
      class: 'soft' as const,
      status,
      reason: `${reason ?? ''} (the report names only ${address.slice(0, 320)})`.trim(),
    }
  return { class: kind ?? ('soft' as const), status, reason }
}

function bounceReason({ recipients: [first] }: Classification): string {
  return `Came back: ${[first?.status, first?.reason].filter(Boolean).join(' ') || 'no reason given'}`
}

/** PostgreSQL's text can't hold a zero byte. */
const plain = (text: string | null, max: number): string | null =>
  text === null ? null : text.replaceAll('\u0000', '').slice(0, max)
