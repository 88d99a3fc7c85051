import { htmlToText } from '@goldpan/campaign-mail/html-to-text'
import { READ_BYTES } from '@goldpan/campaign-mail/incoming-mail'
import { inertHeaders } from '@goldpan/campaign-mail/inert-html'
import { readFile, readInertHtml } from '@goldpan/campaign-mail/mail-files'
import type { Draft, MailFile } from '@goldpan/contract/answering'
import { type BuiltInLabel, type Note, SNOOZE_MAX_DAYS } from '@goldpan/contract/inbox'
import type { Conversation, ConversationMessage, Offer, Person } from '@goldpan/contract/replies'
import { retentionMessages } from '@goldpan/contract/retention'
import type { Database } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { isRowId } from '../../db/row-id.ts'
import type { SentFile } from '../../http/bind.ts'
import { refuse } from '../../http/refuse.ts'
import type { Inbox } from '../inbox/inbox.ts'
import type { ReturnAddresses } from '../signatures/return-addresses.ts'
import { toSuppressed } from '../suppressions/suppressions.rules.ts'
import type { Suppressions } from '../suppressions/suppressions.ts'
import { findMailboxFor, findProspectOf, type ProspectRow } from './correspondent.store.ts'
import { type Correspondent, closedReason, getCorrespondent, nameOf } from './correspondent.ts'
import { namesOfAttachments, textOf } from './message-content.ts'
import { type InboundRow, readOwnRaw } from './stored-message.store.ts'
import * as store from './threads.store.ts'

export interface ThreadsDeps {
  db: Database
  conversations: Pick<Inbox['conversations'], 'find' | 'toFields'>
  listNotes: (owner: OwnerId, conversationId: string) => Promise<Note[]>
  /** The member's own draft; empty if there is none. */
  getDraft: (owner: OwnerId, person: OwnerId, conversationId: string | null) => Promise<Draft>
  listPresent: (
    owner: OwnerId,
    person: OwnerId,
    conversationId: string,
  ) => Promise<{ name: string; writing: boolean }[]>
  listAnswerFiles: (owner: OwnerId, answerIds: readonly string[]) => Promise<Map<string, MailFile[]>>
  /** Null if it isn't a file of this answer. */
  readAnswerFile: (
    owner: OwnerId,
    answerId: string,
    fileId: string,
  ) => Promise<{ name: string; content: Buffer } | null>
  returnAddresses: Pick<ReturnAddresses, 'get'>
  suppressions: Pick<Suppressions, 'findInForce'>
  /** The day, 'YYYY-MM-DD', in the owner's time zone. */
  today: (owner: OwnerId) => Promise<string>
}

/** Shows all messages to and from a correspondent, with what is known of the person. */
export function createThreads({ db, ...deps }: ThreadsDeps) {
  async function readThread(owner: OwnerId, email: string): Promise<Thread> {
    const sent = await store.listSent(db, owner, email)
    const received = await store.listReceived(db, owner, email, { sentIds: sent.map(({ id }) => id) })
    const { emailId, reply_domain } = await deps.returnAddresses.get(db, owner)
    const own = `${emailId}@${reply_domain}`
    const correspondents = received.flatMap(({ from_email }) => from_email?.toLowerCase() ?? [])
    const answers = await store.listAnswersTo(db, owner, [...new Set([email, ...correspondents])])
    const files = await deps.listAnswerFiles(
      owner,
      answers.map(({ id }) => id),
    )
    const messages = [
      ...sent.map((row) => toSentMessage(row, own)),
      ...(await readReceived(owner, received, sent)),
      ...answers.map((row) => toAnswer(row, own, files.get(row.id) ?? [])),
    ].sort(byTime)
    return { sent, received, own, messages }
  }

  /** One after another, so that only one large message is in memory. */
  async function readReceived(owner: OwnerId, rows: InboundRow[], sent: store.SentRow[]) {
    const messages: ConversationMessage[] = []
    for (const row of rows)
      messages.push(await toReceived(row, () => readOwnRaw(db, owner, row, READ_BYTES), sent))
    return messages
  }

  /** The fields of a list, and the person. */
  async function describe(
    owner: OwnerId,
    person: OwnerId,
    { email, prospect_id, conversation }: Correspondent,
    { sent }: Thread,
  ) {
    const all = conversation && (await deps.conversations.toFields(db, owner, person, [conversation]))
    const fields = all?.get(conversation!.id) ?? null
    const known = sent.find((row) => row.prospect_id !== null)
    const prospect = await findProspectOf(db, owner, {
      email,
      prospect_id: prospect_id ?? known?.prospect_id ?? null,
    })
    const name = fields?.name ?? nameOf(prospect)
    const company = fields?.company ?? prospect?.business_name ?? null
    const sentIds = sent.map(({ id }) => id)
    return {
      ...(fields ?? { ...UNTOUCHED, name, company, prospect_id: prospect?.id ?? null }),
      first_name: prospect?.first_name ?? null,
      last_name: prospect?.last_name ?? null,
      person: {
        ...toPerson(prospect),
        name,
        company,
        campaigns: campaignsOf(sent),
        sent: sent.filter(({ state }) => state === 'sent').length,
        opened: await store.countOpened(db, owner, sentIds),
      },
    }
  }

  /** If and from which address the person can be answered, and the actions that their messages suggest. */
  async function readAnswering(
    owner: OwnerId,
    { email, conversation }: Correspondent,
    { received, own }: Thread,
  ) {
    const newest = received.find(
      ({ kind, from_email }) => kind === 'reply' && from_email?.toLowerCase() === email,
    )
    const mailbox = await findMailboxFor(db, owner, {
      mailbox_id: newest?.mailbox_id ?? null,
      email,
      answers_for: conversation?.answers_for ?? null,
    })
    const entry = await deps.suppressions.findInForce(db, owner, toSuppressed(email))
    const closed = newest ? closedReason(entry, newest.received_at) : null
    return {
      suppressed: entry !== null,
      offers: await listOffers(owner, email, { newest, isSuppressed: entry !== null }),
      mailbox: mailbox && { id: mailbox.id, address: mailbox.address },
      return_address: mailbox?.address ?? own,
      answers_to: newest && closed === null ? newest.id : null,
      closed_reason: closed,
      suppression: entry && { id: entry.id, can_remove: entry.reason === 'manual' },
    }
  }

  async function listOffers(
    owner: OwnerId,
    email: string,
    { newest, isSuppressed }: { newest: InboundRow | undefined; isSuppressed: boolean },
  ): Promise<Offer[]> {
    // A note that somebody has left may name a successor.
    const [last] = await store.listReceived(db, owner, email, { sentIds: [], limit: 1 })
    const named = newest?.named.length ? newest.named : (last?.named ?? [])
    const known = await store.listKnownEmails(db, owner, named)
    const offers: Offer[] = named
      .filter((address) => !known.has(address))
      .map((address) => ({ kind: 'add_prospect', email: address, until: null }))
    if (newest?.label === 'later' && newest.later_until && (await isAhead(owner, newest.later_until)))
      offers.push({ kind: 'snooze', email: null, until: newest.later_until })
    if (newest?.label === 'stop' && !isSuppressed) offers.push({ kind: 'do_not_contact', email, until: null })
    return offers
  }

  /** True for a day that a conversation can be snoozed until. */
  async function isAhead(owner: OwnerId, day: string): Promise<boolean> {
    const days = (Date.parse(day) - Date.parse(await deps.today(owner))) / DAY_MS
    return days > 0 && days <= SNOOZE_MAX_DAYS
  }

  async function getMessage(owner: OwnerId, id: string): Promise<InboundRow> {
    const row = isRowId(id) ? await store.findInbound(db, owner, id) : null
    if (!row) return refuse('replies.no_conversation')
    return row.size === 0 ? refuse('replies.original_deleted') : row
  }

  return {
    async getConversation(owner: OwnerId, person: OwnerId, id: string): Promise<Conversation> {
      const correspondent = await getCorrespondent({ db, conversations: deps.conversations }, owner, id)
      const { email, conversation } = correspondent
      const thread = await readThread(owner, email)
      return {
        ...(await describe(owner, person, correspondent, thread)),
        email,
        notes: conversation ? await deps.listNotes(owner, conversation.id) : [],
        draft: await deps.getDraft(owner, person, conversation?.id ?? null),
        present: conversation ? await deps.listPresent(owner, person, conversation.id) : [],
        messages: thread.messages,
        ...(await readAnswering(owner, correspondent, thread)),
      }
    },

    /** A message as it came in; never shown by the browser, only saved. */
    async getRaw(owner: OwnerId, id: string): Promise<SentFile> {
      const content = await readOwnRaw(db, owner, await getMessage(owner, id))
      return { content, contentType: DOWNLOAD, fileName: 'message.eml' }
    },

    /** The formatted part of a message, which can't act, for a frame without scripts. */
    async getHtml(owner: OwnerId, id: string, { pictures }: { pictures: boolean }): Promise<SentFile> {
      const row = await getMessage(owner, id)
      const inert = await readInertHtml(await readOwnRaw(db, owner, row, READ_BYTES), { pictures })
      if (!inert) return refuse('replies.not_formatted')
      return {
        content: inert.html,
        contentType: 'text/html; charset=utf-8',
        headers: {
          ...inertHeaders(pictures),
          'has-remote-pictures': inert.hasRemotePictures ? '1' : '0',
        },
      }
    },

    /** A file of a message that came in or of an answer. Only proven pictures are served as what they are. */
    async getFile(owner: OwnerId, id: string, fileId: string): Promise<SentFile> {
      const answered = isRowId(id) ? await deps.readAnswerFile(owner, id, fileId) : null
      if (answered) return { content: answered.content, contentType: DOWNLOAD, fileName: answered.name }
      const row = await getMessage(owner, id)
      const file = await readFile(await readOwnRaw(db, owner, row), fileId)
      if (!file) return refuse('inbox.file_not_found')
      return { content: file.bytes, contentType: file.type, fileName: file.name }
    },
  }
}

export type Threads = ReturnType<typeof createThreads>

interface Thread {
  /** Newest first, like what was received. */
  sent: store.SentRow[]
  received: InboundRow[]
  /** The owner's return address. */
  own: string
  /** Oldest first. */
  messages: ConversationMessage[]
}

const DAY_MS = 86_400_000

const DOWNLOAD = 'application/octet-stream'

/** The fields of a person without a conversation, who neither wrote nor was acted on. */
const UNTOUCHED = {
  conversation_id: null,
  answers_for: null,
  state: 'done',
  snoozed_until: null,
  snoozed_before: null,
  unread: false,
  label: null,
  label_name: null,
  label_by: null,
  label_reason: null,
  later_until: null,
  assignee: null,
  has_draft: false,
  has_files: false,
  hold: null,
  updated_at: new Date(0).toISOString(),
} as const

type Known = Omit<Person, 'name' | 'company' | 'campaigns' | 'sent' | 'opened'>

const toPerson = (prospect: ProspectRow | null): Known => ({
  title: prospect?.title ?? null,
  phone: prospect?.phone ?? null,
  status: prospect?.status ?? null,
  source_url: prospect?.source_url ?? null,
  snippet: prospect?.source_snippet ?? null,
  found_at: prospect?.found_at ?? null,
})

/** Newest first, each with the last step that was sent. */
function campaignsOf(sent: readonly store.SentRow[]): Person['campaigns'] {
  const byCampaign = Map.groupBy(
    sent.filter(({ campaign_id, campaign_name }) => campaign_id && campaign_name),
    ({ campaign_id }) => campaign_id!,
  )
  return [...byCampaign].map(([id, rows]) => ({
    id,
    name: rows[0]!.campaign_name!,
    step: Math.max(...rows.map(({ step_position }) => step_position ?? 0)),
  }))
}

const campaignOf = (row: store.SentRow | undefined) =>
  row?.campaign_id && row.campaign_name ? { id: row.campaign_id, name: row.campaign_name } : null

/** The fields that messages of other kinds don't have. */
const NOTHING = {
  quoted: null,
  campaign: null,
  label: null,
  label_reason: null,
  by: null,
  files: [],
  has_html: false,
  take_back_until: null,
  state: null,
  reason: null,
  notice: null,
  attachments: [],
  has_original: false,
} satisfies Partial<ConversationMessage>

function toSentMessage(row: store.SentRow, own: string): ConversationMessage {
  return {
    ...NOTHING,
    id: row.id,
    kind: 'sent',
    at: row.at!,
    from: row.from_address ?? own,
    subject: row.subject,
    text: htmlToText(row.content),
    notice: row.content === '' ? retentionMessages.gone : null,
    campaign: campaignOf(row),
    state: stateOf(row.state),
    reason: row.reason,
  }
}

function toAnswer(row: store.AnsweredRow, own: string, files: MailFile[]): ConversationMessage {
  return {
    ...NOTHING,
    id: row.id,
    kind: 'answer',
    at: row.created_at,
    from: row.from_address ?? own,
    subject: row.subject,
    text: row.content,
    by: row.author_name,
    files,
    attachments: files.map(({ name }) => name),
    state: stateOf(row.state),
    reason: row.reason,
    take_back_until: row.state === 'queued' ? row.held_until : null,
  }
}

async function toReceived(
  row: InboundRow,
  readHead: () => Promise<Buffer>,
  sent: store.SentRow[],
): Promise<ConversationMessage> {
  // Messages of the first releases were stored without what is shown of them.
  const head = row.reply_text === null || row.attachments === null ? await readHead() : Buffer.alloc(0)
  return {
    ...NOTHING,
    id: row.id,
    at: row.received_at,
    from: row.from_email ?? 'unknown',
    subject: row.subject,
    kind: row.kind === 'auto-reply' ? 'auto_reply' : 'reply',
    text: row.reply_text ?? (await textOf(head)),
    quoted: row.quoted_text,
    attachments: row.attachments ?? (await namesOfAttachments(head)),
    campaign: campaignOf(sent.find(({ id }) => id === row.recipient_id)),
    label: row.label as BuiltInLabel | null,
    label_reason: row.label_reason,
    files: row.size > 0 ? (row.files ?? []) : [],
    has_html: row.has_html && row.size > 0,
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
