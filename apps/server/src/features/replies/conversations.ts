import { answerSubject } from '@goldpan/campaign-mail/answer-message'
import { htmlToText } from '@goldpan/campaign-mail/html-to-text'
import { READ_BYTES } from '@goldpan/campaign-mail/incoming-mail'
import type { Conversation, ConversationMessage, replyRoutes } from '@goldpan/contract/replies'
import type { HandlerInput } from '@goldpan/contract/route'
import type { Database } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { isRowId } from '../../db/row-id.ts'
import type { SentFile } from '../../http/bind.ts'
import { refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Jobs } from '../../providers/jobs/port.ts'
import type { Campaigns } from '../campaigns/campaigns.ts'
import type { SendingMailbox } from '../own-mailboxes/sending-mailboxes.ts'
import type { ReturnAddresses } from '../signatures/return-addresses.ts'
import { toSuppressed } from '../suppressions/suppressions.rules.ts'
import type { Suppressions } from '../suppressions/suppressions.ts'
import { insertAnswer } from './answering.store.ts'
import * as store from './conversations.store.ts'
import { namesOfAttachments, textOf } from './message-content.ts'
import { inboundJob } from './replies.ts'
import { type InboundRow, readOwnRaw } from './stored-message.store.ts'

export interface ConversationsDeps {
  db: Database
  clock: Clock
  jobs: Pick<Jobs, 'enqueue'>
  campaigns: Pick<Campaigns, 'getCampaign'>
  returnAddresses: Pick<ReturnAddresses, 'get'>
  suppressions: Pick<Suppressions, 'findInForce'>
  findMailbox: (owner: OwnerId, id: string) => Promise<SendingMailbox | null>
}

type Query = HandlerInput<typeof replyRoutes.list>['query']
type Answer = HandlerInput<typeof replyRoutes.answer>['body']

/** Shows the messages to and from a correspondent, and answers them. */
export function createConversations({ db, clock, jobs, ...deps }: ConversationsDeps) {
  async function getConversation(owner: OwnerId, id: string): Promise<Conversation> {
    const addresses = isRowId(id) ? await store.findAddresses(db, owner, id) : []
    if (addresses.length === 0) refuse('replies.no_conversation')
    const sent = await store.listSent(db, owner, addresses)
    const received = await store.listReceived(
      db,
      owner,
      addresses,
      sent.map((row) => row.id),
    )
    const { emailId, reply_domain } = await deps.returnAddresses.get(db, owner)
    const own = `${emailId}@${reply_domain}`
    const mailbox = await store.findMailboxOf(db, owner, addresses)
    const answered = await store.listAnswers(db, owner, [
      ...new Set([...addresses, ...received.flatMap(({ from_email }) => from_email ?? [])]),
    ])
    const newest = received.find(({ kind, from_email }) => kind === 'reply' && from_email !== null)
    const email = newest?.from_email ?? addresses[0]!
    const entry = await findSuppression(owner, email)
    const closed = newest ? closedReason(entry, newest.received_at) : null
    const known = sent.find(({ prospect_id }) => prospect_id !== null)
    return {
      email,
      first_name: known?.first_name ?? null,
      last_name: known?.last_name ?? null,
      company: known?.company ?? null,
      prospect_id: known?.prospect_id ?? null,
      mailbox: mailbox && { id: mailbox.id, address: mailbox.address },
      return_address: mailbox?.address ?? own,
      messages: [
        ...sent.map((row) => toSentMessage(row, own)),
        ...(await readReceived(owner, received, sent)),
        ...answered.map(
          (row): ConversationMessage => ({
            id: row.id,
            kind: 'answer',
            at: row.created_at,
            from: row.from_address ?? own,
            subject: row.subject,
            text: row.content,
            campaign: null,
            state: stateOf(row.state),
            reason: row.reason,
            notice: null,
            attachments: [],
            has_original: false,
          }),
        ),
      ].sort(byTime),
      answers_to: newest && closed === null ? newest.id : null,
      closed_reason: closed,
      suppression: entry && { id: entry.id, can_remove: entry.reason === 'manual' },
    }
  }

  /** One after another, so that only one large message is in memory. */
  async function readReceived(owner: OwnerId, rows: InboundRow[], sent: SentRow[]) {
    const messages: ConversationMessage[] = []
    for (const row of rows)
      messages.push(await toReceived(row, () => readOwnRaw(db, owner, row, READ_BYTES), sent))
    return messages
  }

  const findSuppression = (owner: OwnerId, email: string) =>
    deps.suppressions.findInForce(db, owner, toSuppressed(email))

  return {
    getConversation,

    async count(owner: OwnerId) {
      return { unread: await store.countWaiting(db, owner, waitingSince(clock)) }
    },

    listWaiting: (owner: OwnerId, limit: number) =>
      store.listWaiting(db, owner, { since: waitingSince(clock), limit }),

    async list(owner: OwnerId, query: Query) {
      if (query.campaign) await deps.campaigns.getCampaign(db, owner, query.campaign)
      const { total, rows } = await store.listCorrespondents(db, owner, {
        ...query,
        since: waitingSince(clock),
      })
      return {
        total,
        correspondents: rows.map((row) => ({
          id: row.id,
          from_email: row.from_email!,
          first_name: row.first_name,
          last_name: row.last_name,
          company: row.company,
          subject: row.subject,
          received_at: row.received_at,
          kind: row.kind === 'auto-reply' ? ('auto_reply' as const) : ('reply' as const),
          excerpt: row.excerpt ?? '',
          count: row.written,
          unread: row.unread,
          campaign:
            row.campaign_id && row.campaign_name ? { id: row.campaign_id, name: row.campaign_name } : null,
        })),
      }
    },

    /** Answers a message that came in. Like all mail it is handed over by a worker. */
    async answer(owner: OwnerId, id: string, { text, press_id }: Answer): Promise<Conversation> {
      const row = isRowId(id) ? await store.findInbound(db, owner, id) : null
      if (!row) refuse('replies.no_conversation')
      if (row.kind !== 'reply' || row.from_email === null) refuse('replies.not_answerable')
      const closed = closedReason(await findSuppression(owner, row.from_email), row.received_at)
      if (closed !== null) refuse('replies.not_answerable', { message: closed })
      const heard = await store.findMailboxOf(db, owner, await store.findAddresses(db, owner, id))
      const mailbox = heard && (await deps.findMailbox(owner, heard.id))
      if (mailbox && !mailbox.canSend) refuse('mailboxes.cannot_send', { message: mailbox.sentence })
      const at = isoNow(clock)
      await db.transaction(async (tx) => {
        await insertAnswer(tx, owner, {
          inbound_id: row.id,
          recipient_id: row.recipient_id,
          press_id,
          to_email: row.from_email!,
          subject: answerSubject(row.subject),
          content: text.replaceAll('\u0000', ''),
          mailbox_id: mailbox?.id ?? null,
          next_at: at,
          created_at: at,
        })
        await jobs.enqueue(tx, inboundJob, {}, { key: 'inbound-mail' })
      })
      return getConversation(owner, id)
    },

    /** A message as it came in; never shown by the browser, only saved. */
    async getRaw(owner: OwnerId, id: string): Promise<SentFile> {
      const row = isRowId(id) ? await store.findInbound(db, owner, id) : null
      if (!row) refuse('replies.no_conversation')
      if (row.size === 0) refuse('replies.original_deleted')
      const content = await readOwnRaw(db, owner, row)
      return { content, contentType: 'application/octet-stream', fileName: 'message.eml' }
    },
  }
}

const DAY_MS = 86_400_000
/** Older replies no longer wait for an answer. */
const WAITING_DAYS = 30

const waitingSince = (clock: Clock): string =>
  new Date(clock.now().getTime() - WAITING_DAYS * DAY_MS).toISOString()

export type Conversations = ReturnType<typeof createConversations>

type SentRow = Awaited<ReturnType<typeof store.listSent>>[number]

const campaignOf = (row: SentRow | undefined) =>
  row?.campaign_id && row.campaign_name ? { id: row.campaign_id, name: row.campaign_name } : null

function toSentMessage(row: SentRow, own: string): ConversationMessage {
  return {
    id: row.id,
    kind: 'sent',
    at: row.at!,
    from: row.from_address ?? own,
    subject: row.subject,
    text: htmlToText(row.content),
    campaign: campaignOf(row),
    attachments: [],
    state: stateOf(row.state),
    reason: row.reason,
    notice: null,
    has_original: false,
  }
}

async function toReceived(
  row: InboundRow,
  readHead: () => Promise<Buffer>,
  sent: SentRow[],
): Promise<ConversationMessage> {
  // Messages of the first releases were stored without what is shown of them.
  const head = row.reply_text === null || row.attachments === null ? await readHead() : Buffer.alloc(0)
  return {
    id: row.id,
    at: row.received_at,
    from: row.from_email ?? 'unknown',
    subject: row.subject,
    kind: row.kind === 'auto-reply' ? 'auto_reply' : 'reply',
    text: row.reply_text ?? (await textOf(head)),
    attachments: row.attachments ?? (await namesOfAttachments(head)),
    campaign: campaignOf(sent.find(({ id }) => id === row.recipient_id)),
    state: null,
    reason: row.notice,
    notice: row.mailbox_notice,
    has_original: row.size > 0,
  }
}

const byTime = (a: ConversationMessage, b: ConversationMessage): number =>
  a.at.localeCompare(b.at) || a.id.localeCompare(b.id)

function stateOf(state: string): ConversationMessage['state'] {
  if (state === 'sent' || state === 'failed' || state === 'unconfirmed') return state
  return state === 'transmitting' || state === 'queued' || state === 'claimed' ? 'waiting' : 'failed'
}

/** Null if the person may be answered: not suppressed, or has written since. */
function closedReason(entry: { reason: string; created_at: string } | null, newestAt: string): string | null {
  if (entry === null || newestAt > entry.created_at) return null
  if (entry.reason === 'bounced') return 'The address no longer exists, so an answer would not arrive.'
  if (entry.reason === 'manual') return 'This person is on your do-not-contact list.'
  return 'This person asked not to be contacted.'
}
