import { setImmediate } from 'node:timers/promises'
import type { Classification } from '@goldpan/campaign-mail/classification'
import { classify } from '@goldpan/campaign-mail/classify'
import { verifyDkim } from '@goldpan/campaign-mail/dkim-verify'
import { isAboutChecks } from '@goldpan/campaign-mail/feedback-report'
import { READ_BYTES } from '@goldpan/campaign-mail/incoming-mail'
import { fieldValues, splitMessage } from '@goldpan/campaign-mail/message-bytes'
import { plainName } from '@goldpan/campaign-mail/plain-name'
import type { Tokens } from '@goldpan/campaign-mail/tokens'
import type { Database, Db } from '../../db/database.ts'
import { asOwner, type OwnerId, systemScope } from '../../db/owner.ts'
import { isRowId } from '../../db/row-id.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Jobs } from '../../providers/jobs/port.ts'
import { addAttributes, inStep } from '../../providers/steps/port.ts'
import type { AutomaticReplies } from '../follow-ups/automatic-replies.ts'
import type { Conversations } from '../inbox/conversations.ts'
import type { Outcomes } from '../sending/outcomes.ts'
import type { PaceCare } from '../sending/pace.ts'
import { dayOf } from '../sending/zoned-time.ts'
import type { ReturnAddresses } from '../signatures/return-addresses.ts'
import type { Suppressions } from '../suppressions/suppressions.ts'
import type { Tracking } from '../tracking/tracking.ts'
import type { SentMessage } from '../tracking/tracking-parts.ts'
import { type AnswerRow, listAnswers, listAnswersByServerIds } from './answering.store.ts'
import { labelRepliesJob } from './labelling.ts'
import { type MessageContent, plain, readContent, withKindOf } from './message-content.ts'
import {
  answersNamed,
  effectOf,
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
  suppressions: Pick<Suppressions, 'suppress'>
  pace: Pick<PaceCare, 'find'>
  jobs: Pick<Jobs, 'enqueue'>
  conversations: Pick<Conversations, 'receive' | 'refreshWords'>
  /** True if a model labels what no rule is sure of. */
  hasModel: boolean
  replyDomain: string
  systemSender: string
  /** False if nobody gets the operator's mail. */
  hasOperator: boolean
  onDropped: (kind: Classification['kind']) => void
  /** The TXT record of a name, or null. To verify senders. */
  lookUpTxt: (name: string) => Promise<string | null>
  onError: (error: unknown) => void
  /** A report says that an answer did not arrive. */
  failAnswer: (tx: Db, id: string, reason: string) => Promise<void>
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
  /** Of replies and automatic replies to an account. */
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

  async function act(tx: Db, message: SentMessage, { mail, content }: ReadMessage): Promise<void> {
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

  async function handleIn(tx: Db, row: store.InboundRow, given: ReadMessage): Promise<void> {
    const source = sourceOf(row)
    const holder = await findOwner(tx, row, source)
    const read = await withoutEchoes(tx, row, given)
    const { mail } = read
    const failed = holder ? await listFailedAnswers(tx, holder, mail) : []
    const match: Match =
      source === null ||
      source.kind === 'forward' ||
      source.kind === 'answer' ||
      failed.length > 0 ||
      // At the operator's addresses only complaints are about messages of accounts.
      (source.kind === 'operator' && mail.kind !== 'complaint')
        ? { message: null, kind: 'none' }
        : await findMatch(tx, source, holder, mail, read.isSenderProven)
    if (match.message && match.kind === 'proven') await act(tx, match.message, read)
    if (source?.kind === 'answer') failed.push(source.answerId)
    if (mail.kind === 'bounce' && !mail.delayed)
      for (const id of failed) await deps.failAnswer(tx, id, bounceReason(mail))
    const owner = holder ?? (match.message ? asOwner(match.message.owner_id) : null)
    if (owner) addAttributes({ owner })
    await store.updateInbound(tx, scope, row.id, {
      owner_id: owner ?? row.owner_id,
      recipient_id: match.message?.id ?? null,
      kind: mail.kind,
      from_email: mail.from?.address.slice(0, 320) ?? null,
      subject: mail.subject === null ? null : plain(plainName(mail.subject), 1000),
      error: mail.parse_error,
      handled_at: isoNow(clock),
      attempts: 0,
      ...(await toColumns(tx, owner, { row, read, match })),
      ...(await forwardingOf(tx, owner, { source, read, match })),
    })
    if (owner && source?.kind !== 'forward') await converse(tx, owner, { row, read, match })
  }

  /** What is stored of a message besides its head. */
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
    const texts = content.reply_text + (content.quoted_text ?? '')
    return {
      ...columns,
      label: label.label,
      label_by: 'rule',
      label_reason: plain(label.reason, 300),
      later_until: label.later_until,
      named: label.named.filter((address) => !own.has(address)),
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
    const from_email = mail.from?.address.slice(0, 320) ?? null
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
  async function converse(tx: Db, owner: OwnerId, { row, read, match }: Handled): Promise<void> {
    const { mail, content, isSenderProven } = read
    const email = mail.from?.address.slice(0, 320)
    if (!content || !email || (mail.kind !== 'reply' && mail.kind !== 'auto-reply')) return
    const { label } = content
    const { message } = match
    const isStop = label.label === 'stop' && (isSenderProven || match.kind === 'proven')
    if (isStop)
      await deps.suppressions.suppress(tx, owner, {
        email,
        reason: 'stop_reply',
        recipient_id: message?.id ?? null,
      })
    const writtenTo = message?.email.toLowerCase() ?? null
    const isAnother = writtenTo !== null && writtenTo !== email
    const received = {
      id: row.id,
      at: row.received_at,
      kind: mail.kind,
      email,
      sender_name: content.from_name,
      has_files: content.attachments.length > 0,
      label: label.label,
      label_by: 'rule' as const,
      label_reason: plain(label.reason, 300),
      later_until: label.later_until,
      prospect_id: await store.findProspect(tx, owner, {
        id: isAnother ? null : (message?.prospect_id ?? null),
        email,
      }),
      campaign_id: message?.campaign_id ?? null,
      answers_for: isAnother ? writtenTo : null,
    }
    await deps.conversations.receive(tx, owner, received, { isStop })
    await deps.conversations.refreshWords(tx, owner, [email])
    if (deps.hasModel && mail.kind === 'reply' && !label.is_sure)
      await deps.jobs.enqueue(tx, labelRepliesJob, {}, { key: 'label-replies' })
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

  async function readMessage(row: store.InboundRow): Promise<ReadMessage> {
    const head = await readRaw(db, scope, row, READ_BYTES)
    const mail = withoutAuthFailures(await classify(head, { from: row.envelope_from, to: [row.envelope_to] }))
    await setImmediate()
    // Queries DNS, so it stays outside of the transaction.
    const isSenderProven = needsProof(row, mail) && (await isProven(row, mail, head))
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
    await db.transaction(async (tx) => {
      if (await store.lockUnhandled(tx, scope, row.id)) await handleIn(tx, row, read)
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
