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
  /** True if a model labels what no rule is sure of. */
  hasModel: boolean
  systemSender: string
  /** False if nobody gets the operator's mail. */
  hasOperator: boolean
  onDropped: (kind: Classification['kind']) => void
  onError: (error: unknown) => void
  /** A report says that an answer did not arrive. */
  failAnswer: (tx: Db, id: string, reason: string) => Promise<void>
  /** Counts what became of messages, for the operator. */
  countOutcome: (outcome: MessageOutcome) => void
}

const DAY_MS = 24 * 60 * 60_000

const scope = systemScope('mail comes in for all owners')

/** Read before the transaction. */
interface ReadMessage {
  mail: Classification
  /** Only for replies and automatic replies to an account. */
  content: MessageContent | null
  isSenderProven: boolean
  /** Mail of the owner's own, or that came another way before. */
  isEcho?: boolean
}

interface Handled {
  row: store.InboundRow
  read: ReadMessage
  match: Match
}

const LEFT_COMPANY = { says: 'left_company', text: '' } as const

/** Classifies stored mail, finds its owner and acts on it, in one transaction so that nothing counts twice. */
export function createInboundHandler(deps: InboundHandlerDeps) {
  const { db, clock, tokens, tracking, replyDomain } = deps
  const matching = createMatching(deps)

  function sourceOf(row: store.InboundRow): Source | null {
    if (row.mailbox_id) return { kind: 'mailbox' }
    const read = readAddress(row.envelope_to, replyDomain, tokens, deps.systemSender)
    return read?.kind === 'operator' && row.owner_id !== null ? { ...read, kind: 'return' } : read
  }

  async function findOwner(tx: Db, row: store.InboundRow, source: Source | null): Promise<OwnerId | null> {
    if (source?.kind === 'mailbox' || source?.kind === 'answer')
      return row.owner_id === null ? null : asOwner(row.owner_id)
    return source?.kind === 'return' ? deps.returnAddresses.findOwner(tx, source.emailId) : null
  }

  /** Records what the mail says of our message, such as that it bounced or was answered. */
  async function applyTo(tx: Db, message: SentMessage, { mail, content }: ReadMessage): Promise<void> {
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

  /** Reports on answers come back to their return path, or to the mailbox that they left from. */
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

  async function isRepeated(tx: Db, owner: OwnerId | null, from_email: string | null): Promise<boolean> {
    if (owner === null || from_email === null) return false
    const since = new Date(clock.now().getTime() - DAY_MS).toISOString()
    return store.wasForwarded(tx, scope, { owner_id: owner, from_email, since })
  }

  /** Mail of the owner's own, and what came another way before, is no reply. */
  async function withoutEchoes(tx: Db, row: store.InboundRow, read: ReadMessage): Promise<ReadMessage> {
    if (row.owner_id === null || !isShown(read.mail)) return read
    const owner = asOwner(row.owner_id)
    const isEcho = (await store.isHandledTwin(tx, owner, row)) || (await isOwn(tx, owner, read.mail))
    return isEcho ? { ...read, mail: { ...read.mail, kind: 'other' as const }, content: null, isEcho } : read
  }

  async function isOwn(tx: Db, owner: OwnerId, { from }: Classification): Promise<boolean> {
    if (!from) return false
    if ((await store.listOwn(tx, owner, [from.address])).size > 0) return true
    const address = readAddress(from.address, replyDomain, tokens, deps.systemSender)
    return address?.kind === 'return' && (await deps.returnAddresses.findOwner(tx, address.emailId)) === owner
  }

  /** Returns what became of a message of ours, if this says so. */
  async function handleIn(tx: Db, row: store.InboundRow, given: ReadMessage): Promise<MessageOutcome | null> {
    const source = sourceOf(row)
    const addressee = await findOwner(tx, row, source)
    const read = await withoutEchoes(tx, row, given)
    const { mail } = read
    const failed = await listFailedAnswers(tx, addressee, source, mail)
    const match: Match = hasMatch(source, mail, failed)
      ? await matching.findMatch(tx, source, addressee, mail, read.isSenderProven)
      : { message: null, kind: 'none' }
    const owner = addressee ?? (match.message ? asOwner(match.message.owner_id) : null)
    const isForConversation = owner !== null && source?.kind !== 'forward' && read.content !== null
    // Before everything that the message changes, as changes by members lock.
    if (isForConversation && mail.from)
      await deps.conversations.lockFor(tx, owner, mail.from.address.toLowerCase())
    if (match.message && match.kind === 'proven') await applyTo(tx, match.message, read)
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
      ...(await toColumns(tx, owner, { row, read, match })),
      ...(await forwardingOf(tx, owner, { source, read, match })),
    })
    if (isForConversation) await addToConversation(tx, owner, { row, read, match })
    return match.message && match.kind === 'proven' ? outcomeOf(mail) : null
  }

  /** The columns to store besides those of the message's head. */
  async function toColumns(
    tx: Db,
    owner: OwnerId | null,
    { row, read: { mail, content, isSenderProven }, match }: Handled,
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

  async function forwardingOf(
    tx: Db,
    owner: OwnerId | null,
    { source, read, match }: { source: Source | null; read: ReadMessage; match: Match },
  ): Promise<Partial<store.InboundRow>> {
    const { mail } = read
    const isForOperator = source?.kind === 'operator' && owner === null
    const isDropped = isForOperator && !deps.hasOperator
    if (isDropped) deps.onDropped(mail.kind)
    if (source === null || (owner === null && !isForOperator) || isDropped || read.isEcho)
      return { forward_state: 'none' }
    const from_email = mail.from?.address ?? null
    const forwarding = judgeForwarding({
      kind: mail.kind,
      source: source.kind,
      match: match.kind,
      isStop: read.content?.label.label === 'stop',
      isRepeated: mail.kind === 'auto-reply' && (await isRepeated(tx, owner, from_email)),
    })
    return forwarding.isForwarded
      ? { forward_state: 'queued', notice: forwarding.notice, next_at: isoNow(clock) }
      : { forward_state: 'none' }
  }

  /** Adds a message to the conversation with its sender. A proven wish to get no more mail suppresses them. */
  async function addToConversation(tx: Db, owner: OwnerId, handled: Handled): Promise<void> {
    const { content, isSenderProven } = handled.read
    const received = await toReceived(tx, owner, handled)
    if (!content || !received) return
    const { email, kind, label } = received
    const isStop = label === 'stop' && (isSenderProven || handled.match.kind === 'proven')
    const recipient_id = handled.match.message?.id ?? null
    if (isStop) await deps.suppressions.suppress(tx, owner, { email, reason: 'stop_reply', recipient_id })
    await deps.conversations.receive(tx, owner, received, { isStop })
    await deps.conversations.refreshWords(tx, owner, [email])
    if (deps.hasModel && kind === 'reply' && !content.label.is_sure)
      await deps.jobs.enqueue(tx, labelRepliesJob, {}, { key: 'label-replies' })
  }

  /** Null if nobody is known to have written it. */
  async function toReceived(
    tx: Db,
    owner: OwnerId,
    { row, read: { mail, content }, match: { message } }: Handled,
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

  async function readMessage(row: store.InboundRow): Promise<ReadMessage> {
    const head = await readRaw(db, scope, row, READ_BYTES)
    const envelope = { from: row.envelope_from, to: [row.envelope_to] }
    const mail = withPlainSender(withoutAuthFailures(await classify(head, envelope)))
    await setImmediate()
    // Queries DNS, so it stays outside of the transaction.
    const isSenderProven = matching.needsProof(row, mail) && (await matching.isProven(row, mail, head))
    if (!isShown(mail) || row.owner_id === null) return { mail, content: null, isSenderProven }
    const { time_zone } = await deps.pace.find(db, asOwner(row.owner_id), 'shared')
    const today = dayOf(new Date(row.received_at), time_zone)
    // Handled one after another, so that one large message at a time is in memory.
    const isLarge = row.size > READ_BYTES
    const whole = !isLarge ? head : mail.kind === 'reply' ? await readRaw(db, scope, row) : null
    const content = await readContent(head, { mail, whole, today })
    return { mail: withKindOf(mail, content), content, isSenderProven }
  }

  async function handle(row: store.InboundRow): Promise<void> {
    const read = await readMessage(row)
    const outcome = await db.transaction(async (tx) =>
      (await store.lockUnhandled(tx, scope, row.id)) ? handleIn(tx, row, read) : null,
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

const hasMatch = (source: Source | null, mail: Classification, failed: readonly string[]): source is Source =>
  source !== null &&
  source.kind !== 'forward' &&
  failed.length === 0 &&
  // Other mail to the return path of an answer is about the answer, not about the message before it.
  (source.kind !== 'answer' || isShown(mail)) &&
  // At the operator's addresses only complaints are about messages of accounts.
  (source.kind !== 'operator' || mail.kind === 'complaint')

function outcomeOf({ kind, delayed }: Classification): MessageOutcome | null {
  if (kind === 'complaint') return 'complained'
  return kind === 'bounce' && !delayed ? 'bounced' : null
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
