import { setImmediate } from 'node:timers/promises'
import type { Classification } from '@goldpan/campaign-mail/classification'
import { classify } from '@goldpan/campaign-mail/classify'
import { isAboutChecks } from '@goldpan/campaign-mail/feedback-report'
import { READ_BYTES } from '@goldpan/campaign-mail/incoming-mail'
import { plainName } from '@goldpan/campaign-mail/plain-name'
import type { Db } from '../../db/database.ts'
import { asOwner, type OwnerId, systemScope } from '../../db/owner.ts'
import type { MessageOutcome } from '../../db/schema.ts'
import { isoNow } from '../../providers/clock/port.ts'
import type { Jobs } from '../../providers/jobs/port.ts'
import { addAttributes, inStep } from '../../providers/steps/port.ts'
import type { AutomaticReplies } from '../follow-ups/automatic-replies.ts'
import type { Conversations, Received } from '../inbox/conversations.ts'
import type { PaceCare } from '../sending/pace.ts'
import { dayOf } from '../sending/zoned-time.ts'
import type { ReturnAddresses } from '../signatures/return-addresses.ts'
import type { Suppressions } from '../suppressions/suppressions.ts'
import type { Tracking } from '../tracking/tracking.ts'
import type { SentMessage } from '../tracking/tracking-parts.ts'
import { labelRepliesJob } from './labelling.ts'
import { createMatching, type Match, type MatchingDeps } from './matching.ts'
import { type MessageContent, plain, readContent, withKindOf, withPlainSender } from './message-content.ts'
import { effectOf, judgeForwarding, MAX_ATTEMPTS, readAddress, type Source } from './replies.rules.ts'
import * as store from './replies.store.ts'
import type { InboundStorage } from './storage.ts'
import { readRaw } from './stored-message.store.ts'

export interface InboundHandlerDeps extends MatchingDeps {
  returnAddresses: Pick<ReturnAddresses, 'findOwner'>
  tracking: Pick<
    Tracking,
    'recordBounce' | 'recordNote' | 'recordDelivered' | 'recordComplaint' | 'recordReply'
  >
  automaticReplies: Pick<AutomaticReplies, 'apply'>
  storage: Pick<InboundStorage, 'trim'>
  suppressions: Pick<Suppressions, 'suppress'>
  pace: Pick<PaceCare, 'find'>
  jobs: Pick<Jobs, 'enqueue'>
  conversations: Pick<Conversations, 'lockFor' | 'receive' | 'refreshWords'>
  /** True if a model labels replies that the rules are unsure of. */
  hasModel: boolean
  systemSender: string
  /** False if OPERATOR_EMAIL is not set. */
  hasOperator: boolean
  onDropped: (kind: Classification['kind']) => void
  onError: (error: unknown) => void
  /** Called when a report says that an answer did not arrive. */
  failAnswer: (tx: Db, id: string, reason: string) => Promise<void>
  /** Counts bounces and complaints for the operator. */
  countOutcome: (outcome: MessageOutcome) => void
}

const DAY_MS = 24 * 60 * 60_000

const scope = systemScope('mail comes in for all owners')

/** A message as read before the transaction: that queries DNS and takes CPU time. */
interface ParsedMessage {
  mail: Classification
  /** Null but for replies and automatic replies to an account. */
  content: MessageContent | null
  isSenderProven: boolean
  /** The owner wrote it, or it has already come in another way. */
  isEcho?: boolean
}

interface MatchedMessage {
  row: store.InboundRow
  parsed: ParsedMessage
  match: Match
}

const LEFT_COMPANY = { says: 'left_company', text: '' } as const

/**
 * Handles stored incoming mail: classifies each message, finds its owner and the message of ours that it is about, and
 * records what it says. All of that is one transaction with `handled_at`, so that nothing counts twice.
 */
export function createInboundHandler(deps: InboundHandlerDeps) {
  const { db, clock, tokens, tracking, replyDomain } = deps
  const matching = createMatching(deps)

  function sourceOf(row: store.InboundRow): Source | null {
    if (row.mailbox_id) return { kind: 'mailbox' }
    const source = readAddress(row.envelope_to, replyDomain, tokens, deps.systemSender)
    return source?.kind === 'operator' && row.owner_id !== null ? { ...source, kind: 'return' } : source
  }

  async function findOwner(tx: Db, row: store.InboundRow, source: Source | null): Promise<OwnerId | null> {
    if (source?.kind === 'mailbox' || source?.kind === 'answer')
      return row.owner_id === null ? null : asOwner(row.owner_id)
    return source?.kind === 'return' ? deps.returnAddresses.findOwner(tx, source.emailId) : null
  }

  /** Records what the mail says about our message, such as a bounce or a reply. */
  async function recordFor(tx: Db, message: SentMessage, { mail, content }: ParsedMessage): Promise<void> {
    const effect = content ? effectOf(mail, content.label) : null
    if (effect?.isStop) return tracking.recordReply(tx, message, effect)
    if (effect?.hasLeft) await deps.automaticReplies.apply(tx, message, mail.subject, LEFT_COMPANY)
    if (mail.kind === 'reply') await tracking.recordReply(tx, message, effect ?? { isStop: false })
    if (mail.kind === 'auto-reply') {
      const detail = await deps.automaticReplies.apply(tx, message, mail.subject, mail.note)
      await tracking.recordNote(tx, message, 'auto_reply', detail)
    }
    if (mail.kind === 'complaint') await tracking.recordComplaint(tx, message)
    if (mail.kind === 'delivered') await tracking.recordDelivered(tx, message)
    if (mail.kind !== 'bounce') return
    if (mail.delayed) await tracking.recordNote(tx, message, 'delayed')
    else await tracking.recordBounce(tx, message, toReport(message, mail))
  }

  /** Reports about answers come to the answer's return path, or to the mailbox that it left from. */
  async function listFailedAnswers(
    tx: Db,
    owner: OwnerId | null,
    source: Source | null,
    mail: Classification,
  ): Promise<string[]> {
    if (mail.kind !== 'bounce' || owner === null) return []
    if (source?.kind === 'answer') return [source.answerId]
    const named = await matching.listAnswersNamed(tx, owner, mail.message_ids)
    return named.flatMap(({ id, owner_id }) => (owner_id === owner ? id : []))
  }

  /** True if an automatic reply of this sender was forwarded within the last 24 hours. */
  async function isRepeated(tx: Db, owner: OwnerId | null, from_email: string | null): Promise<boolean> {
    if (owner === null || from_email === null) return false
    const since = new Date(clock.now().getTime() - DAY_MS).toISOString()
    return store.wasForwarded(tx, scope, { owner_id: owner, from_email, since })
  }

  /** Mail that the owner wrote, or that has already come in another way, is no reply. */
  async function withoutEchoes(tx: Db, row: store.InboundRow, parsed: ParsedMessage): Promise<ParsedMessage> {
    if (row.owner_id === null || !isReply(parsed.mail)) return parsed
    const owner = asOwner(row.owner_id)
    const isEcho = (await store.isHandledTwin(tx, owner, row)) || (await isOwn(tx, owner, parsed.mail))
    return isEcho
      ? { ...parsed, mail: { ...parsed.mail, kind: 'other' as const }, content: null, isEcho }
      : parsed
  }

  /** True if it comes from the owner, a member, or an address of the owner. */
  async function isOwn(tx: Db, owner: OwnerId, { from }: Classification): Promise<boolean> {
    if (!from) return false
    if ((await store.listOwn(tx, owner, [from.address])).size > 0) return true
    const address = readAddress(from.address, replyDomain, tokens, deps.systemSender)
    return address?.kind === 'return' && (await deps.returnAddresses.findOwner(tx, address.emailId)) === owner
  }

  /** Returns the outcome that the mail proves for a message of ours. Null if it proves none. */
  async function handleInTransaction(
    tx: Db,
    row: store.InboundRow,
    given: ParsedMessage,
  ): Promise<MessageOutcome | null> {
    const source = sourceOf(row)
    const addressee = await findOwner(tx, row, source)
    const parsed = await withoutEchoes(tx, row, given)
    const { mail } = parsed
    const failed = await listFailedAnswers(tx, addressee, source, mail)
    const match: Match = mayMatch(source, mail, failed)
      ? await matching.findMatch(tx, source, addressee, mail, parsed.isSenderProven)
      : { message: null, kind: 'none' }
    const owner = addressee ?? (match.message ? asOwner(match.message.owner_id) : null)
    const isForConversation = owner !== null && source?.kind !== 'forward' && parsed.content !== null
    // Members' changes lock the conversation first, so everything else here is locked after it.
    if (isForConversation && mail.from)
      await deps.conversations.lockFor(tx, owner, mail.from.address.toLowerCase())
    if (match.message && match.kind === 'proven') await recordFor(tx, match.message, parsed)
    if (mail.kind === 'bounce' && !mail.delayed)
      for (const id of failed) await deps.failAnswer(tx, id, bounceReason(mail))
    if (owner) addAttributes({ owner })
    await store.updateInbound(tx, scope, row.id, {
      owner_id: owner ?? row.owner_id,
      recipient_id: match.message?.id ?? null,
      kind: mail.kind,
      from_email: mail.from?.address ?? null,
      subject: mail.subject === null ? null : plain(plainName(mail.subject), 1000),
      error: mail.parse_error,
      handled_at: isoNow(clock),
      attempts: 0,
      ...(await contentColumns(tx, owner, { row, parsed, match })),
      ...(await forwardingColumns(tx, owner, { source, parsed, match })),
    })
    if (isForConversation) await addToConversation(tx, owner, { row, parsed, match })
    return match.message && match.kind === 'proven' ? outcomeOf(mail) : null
  }

  /** The columns for the message's content and label. */
  async function contentColumns(
    tx: Db,
    owner: OwnerId | null,
    { row, parsed: { mail, content, isSenderProven }, match }: MatchedMessage,
  ): Promise<Partial<store.InboundRow>> {
    const original = row.has_original ? row.size : 0
    if (!content) {
      const reply_text = mail.reply_text === null ? null : plain(mail.reply_text, 50_000)
      return { reply_text, attachments: [], bytes: original + Buffer.byteLength(reply_text ?? '') }
    }
    const { label, ...columns } = content
    const own = owner ? await store.listOwn(tx, owner, label.named) : new Set()
    const isOurs = (address: string) =>
      own.has(address) || readAddress(address, replyDomain, tokens, deps.systemSender) !== null
    const texts = content.reply_text + (content.quoted_text ?? '')
    return {
      ...columns,
      label: label.label,
      label_by: 'rule',
      label_reason: plain(label.reason, 300),
      later_until: label.later_until,
      named: label.named.filter((address) => !isOurs(address)),
      is_proven: isSenderProven || match.kind === 'proven',
      bytes: original + Buffer.byteLength(texts),
    }
  }

  /** The columns that queue the message to be forwarded, or not. */
  async function forwardingColumns(
    tx: Db,
    owner: OwnerId | null,
    { source, parsed, match }: { source: Source | null; parsed: ParsedMessage; match: Match },
  ): Promise<Partial<store.InboundRow>> {
    const { mail } = parsed
    const isForOperator = source?.kind === 'operator' && owner === null
    const isDropped = isForOperator && !deps.hasOperator
    if (isDropped) deps.onDropped(mail.kind)
    if (source === null || (owner === null && !isForOperator) || isDropped || parsed.isEcho)
      return { forward_state: 'none' }
    const from_email = mail.from?.address ?? null
    const forwarding = judgeForwarding({
      kind: mail.kind,
      source: source.kind,
      match: match.kind,
      isStop: parsed.content?.label.label === 'stop',
      isRepeated: mail.kind === 'auto-reply' && (await isRepeated(tx, owner, from_email)),
    })
    return forwarding.isForwarded
      ? { forward_state: 'queued', notice: forwarding.notice, next_at: isoNow(clock) }
      : { forward_state: 'none' }
  }

  /** Adds the message to the conversation with its sender, who is suppressed by a proven wish to get no more mail. */
  async function addToConversation(tx: Db, owner: OwnerId, matched: MatchedMessage): Promise<void> {
    const { content, isSenderProven } = matched.parsed
    const received = await toReceived(tx, owner, matched)
    if (!content || !received) return
    const { email, kind, label } = received
    const isStop = label === 'stop' && (isSenderProven || matched.match.kind === 'proven')
    const recipient_id = matched.match.message?.id ?? null
    if (isStop) await deps.suppressions.suppress(tx, owner, { email, reason: 'stop_reply', recipient_id })
    await deps.conversations.receive(tx, owner, received, { isStop })
    await deps.conversations.refreshWords(tx, owner, [email])
    if (deps.hasModel && kind === 'reply' && !content.label.is_sure)
      await deps.jobs.enqueue(tx, labelRepliesJob, {}, { key: 'label-replies' })
  }

  /** Null if the mail has no sender. */
  async function toReceived(
    tx: Db,
    owner: OwnerId,
    { row, parsed: { mail, content }, match: { message } }: MatchedMessage,
  ): Promise<Received | null> {
    if (!content || !mail.from || (mail.kind !== 'reply' && mail.kind !== 'auto-reply')) return null
    const email = mail.from.address
    const { label } = content
    const writtenTo = message?.email.toLowerCase() ?? null
    const isAnother = writtenTo !== null && writtenTo !== email
    const id = isAnother ? null : (message?.prospect_id ?? null)
    return {
      id: row.id,
      at: row.received_at,
      kind: mail.kind,
      email,
      sender_name: content.from_name,
      has_files: content.attachments.length > 0,
      label: label.label,
      label_by: 'rule',
      label_reason: plain(label.reason, 300),
      later_until: label.later_until,
      prospect_id: await store.findProspect(tx, owner, { id, email }),
      campaign_id: message?.campaign_id ?? null,
      answers_for: isAnother ? writtenTo : null,
    }
  }

  async function parse(row: store.InboundRow): Promise<ParsedMessage> {
    const head = await readRaw(db, scope, row, READ_BYTES)
    const envelope = { from: row.envelope_from, to: [row.envelope_to] }
    const mail = withPlainSender(withoutAuthFailures(await classify(head, envelope)))
    await setImmediate()
    // Queries DNS, so it stays outside of the transaction.
    const isSenderProven = matching.needsProof(row, mail) && (await matching.isProven(row, mail, head))
    if (!isReply(mail) || row.owner_id === null) return { mail, content: null, isSenderProven }
    const { time_zone } = await deps.pace.find(db, asOwner(row.owner_id), 'shared')
    const today = dayOf(new Date(row.received_at), time_zone)
    // Messages are handled one after another, so only one large message at a time is in memory.
    const isLarge = row.size > READ_BYTES
    const whole = !isLarge ? head : mail.kind === 'reply' ? await readRaw(db, scope, row) : null
    const content = await readContent(head, { mail, whole, today })
    return { mail: withKindOf(mail, content), content, isSenderProven }
  }

  async function handle(row: store.InboundRow): Promise<void> {
    const parsed = await parse(row)
    const outcome = await db.transaction(async (tx) =>
      (await store.lockUnhandled(tx, scope, row.id)) ? handleInTransaction(tx, row, parsed) : null,
    )
    if (outcome) deps.countOutcome(outcome)
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

/** True if the mail can be about a message of a campaign. */
const mayMatch = (source: Source | null, mail: Classification, failed: readonly string[]): source is Source =>
  source !== null &&
  source.kind !== 'forward' &&
  failed.length === 0 &&
  // Reports to an answer's return path are about the answer, not about the campaign's message before it.
  (source.kind !== 'answer' || isReply(mail)) &&
  // Of the mail to the operator's addresses, only complaints are about campaigns.
  (source.kind !== 'operator' || mail.kind === 'complaint')

function outcomeOf({ kind, delayed }: Classification): MessageOutcome | null {
  if (kind === 'complaint') return 'complained'
  return kind === 'bounce' && !delayed ? 'bounced' : null
}

/** Automatic replies included. */
const isReply = ({ kind }: Classification) => kind === 'reply' || kind === 'auto-reply'

/** Reports of failed authentication checks (RFC 6591) have the format of complaints, but no person complained. */
const withoutAuthFailures = (mail: Classification): Classification =>
  mail.kind === 'complaint' && mail.recipients.every(({ action }) => isAboutChecks(action))
    ? { ...mail, kind: 'other' }
    : mail

function toReport(message: SentMessage, mail: Classification) {
  const email = message.email.toLowerCase()
  const [first] = mail.recipients
  const reported = mail.recipients.find(({ address }) => address?.toLowerCase() === email)
  const { class: kind, address, status = null, reason = null } = reported ?? first ?? {}
  // The recipient may forward mail, and the report may be about the address that it went on to.
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
