import { htmlToText } from '@goldpan/campaign-mail/html-to-text'
import { READ_BYTES } from '@goldpan/campaign-mail/incoming-mail'
import { inertHeaders } from '@goldpan/campaign-mail/inert-html'
import { readFile, readInertHtml } from '@goldpan/campaign-mail/mail-files'
import type { Draft, MailFile } from '@goldpan/contract/answering'
import type { BuiltInLabel, Note } from '@goldpan/contract/inbox'
import type { Conversation, ConversationMessage, Offer, Person } from '@goldpan/contract/replies'
import type { Database } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { isRowId } from '../../db/row-id.ts'
import type { SentFile } from '../../http/bind.ts'
import { refuse } from '../../http/refuse.ts'
import type { ConversationRow } from '../inbox/conversations.ts'
import type { Inbox } from '../inbox/inbox.ts'
import { CHOSEN_IN_INBOX } from '../inbox/label-effects.ts'
import type { ReturnAddresses } from '../signatures/return-addresses.ts'
import { toSuppressed } from '../suppressions/suppressions.rules.ts'
import type { Suppressions } from '../suppressions/suppressions.ts'
import { namesOfAttachments, textOf } from './message-content.ts'
import { type InboundRow, readOwnRaw } from './stored-message.store.ts'
import * as store from './threads.store.ts'

export interface ThreadsDeps {
  db: Database
  conversations: Pick<Inbox['conversations'], 'find' | 'toFields'>
  listNotes: (owner: OwnerId, conversationId: string) => Promise<Note[]>
  /** Of this member; of somebody who never wrote it is empty. */
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
}

/** Shows all messages to and from a correspondent, with what is known of the person. */
export function createThreads({ db, ...deps }: ThreadsDeps) {
  const findSuppression = (owner: OwnerId, email: string) =>
    deps.suppressions.findInForce(db, owner, toSuppressed(email))

  /** The conversation's row, if there is one, and its address. */
  async function resolve(owner: OwnerId, id: string) {
    const row = await deps.conversations.find(db, owner, id)
    const email = row?.email ?? (isRowId(id) ? await store.findAddress(db, owner, id) : null)
    return email === null ? refuse('replies.no_conversation') : { row, email }
  }

  async function readThread(owner: OwnerId, email: string) {
    const sent = await store.listSent(db, owner, email)
    const received = await store.listReceived(db, owner, email, { sentIds: sent.map(({ id }) => id) })
    const { emailId, reply_domain } = await deps.returnAddresses.get(db, owner)
    const own = `${emailId}@${reply_domain}`
    const correspondents = received.flatMap(({ from_email }) => from_email?.toLowerCase() ?? [])
    const answers = await store.listAnswers(db, owner, [...new Set([email, ...correspondents])])
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

  async function fieldsOf(owner: OwnerId, person: OwnerId, row: ConversationRow | null) {
    const fields = row && (await deps.conversations.toFields(db, owner, person, [row])).get(row.id)
    return fields ?? null
  }

  async function getMessage(owner: OwnerId, id: string): Promise<InboundRow> {
    const row = isRowId(id) ? await store.findInbound(db, owner, id) : null
    if (!row) return refuse('replies.no_conversation')
    return row.size === 0 ? refuse('replies.original_deleted') : row
  }

  return {
    async getConversation(owner: OwnerId, person: OwnerId, id: string): Promise<Conversation> {
      const { row, email } = await resolve(owner, id)
      const { sent, received, own, messages } = await readThread(owner, email)
      const mailbox = await store.findMailboxOf(db, owner, email)
      const newest = received.find(
        ({ kind, from_email }) => kind === 'reply' && from_email?.toLowerCase() === email,
      )
      const entry = await findSuppression(owner, email)
      const closed = newest ? closedReason(entry, newest.received_at) : null
      const known = sent.find(({ prospect_id }) => prospect_id !== null)
      const prospect_id = row?.prospect_id ?? known?.prospect_id ?? null
      const prospect = prospect_id ? await store.findProspect(db, owner, prospect_id) : null
      const fields = await fieldsOf(owner, person, row)
      const name = fields?.name ?? nameOf(prospect ?? known ?? null)
      return {
        ...(fields ?? { ...UNTOUCHED, name, company: known?.company ?? null, prospect_id }),
        suppressed: fields?.suppressed ?? entry !== null,
        email,
        first_name: prospect?.first_name ?? known?.first_name ?? null,
        last_name: prospect?.last_name ?? known?.last_name ?? null,
        person: {
          ...toPerson(prospect),
          name,
          company: fields?.company ?? prospect?.business_name ?? known?.company ?? null,
          campaigns: campaignsOf(sent),
          sent: sent.filter(({ state }) => state === 'sent').length,
          opened: await store.countOpened(
            db,
            owner,
            sent.map(({ id }) => id),
          ),
        },
        notes: row ? await deps.listNotes(owner, row.id) : [],
        draft: await deps.getDraft(owner, person, row?.id ?? null),
        present: row ? await deps.listPresent(owner, person, row.id) : [],
        offers: await listOffers(owner, email, { newest, isSuppressed: entry !== null }),
        mailbox: mailbox && { id: mailbox.id, address: mailbox.address },
        return_address: mailbox?.address ?? own,
        messages,
        answers_to: newest && closed === null ? newest.id : null,
        closed_reason: closed,
        suppression: entry && { id: entry.id, can_remove: entry.reason === 'manual' },
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

  async function listOffers(
    owner: OwnerId,
    email: string,
    { newest, isSuppressed }: { newest: InboundRow | undefined; isSuppressed: boolean },
  ): Promise<Offer[]> {
    // Whom a note names who has left, an automatic one too.
    const [last] = await store.listReceived(db, owner, email, { sentIds: [], limit: 1 })
    const named = newest?.named.length ? newest.named : (last?.named ?? [])
    const known = await store.listKnownEmails(db, owner, named)
    const offers: Offer[] = named
      .filter((address) => !known.has(address))
      .map((address) => ({ kind: 'add_prospect', email: address, until: null }))
    if (newest?.label === 'later' && newest.later_until)
      offers.push({ kind: 'snooze', email: null, until: newest.later_until })
    if (newest?.label === 'stop' && !newest.is_proven && !isSuppressed)
      offers.push({ kind: 'do_not_contact', email, until: null })
    return offers
  }
}

export type Threads = ReturnType<typeof createThreads>

const DOWNLOAD = 'application/octet-stream'

/** Of somebody who neither wrote nor was acted on. */
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

type Named = Pick<store.SentRow, 'first_name' | 'last_name'>

const nameOf = (person: Named | null): string | null =>
  [person?.first_name, person?.last_name].filter(Boolean).join(' ') || null

type Known = Omit<Person, 'name' | 'company' | 'campaigns' | 'sent' | 'opened'>

const toPerson = (prospect: store.ProspectRow | null): Known => ({
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

/** What messages of a kind don't have. */
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

/** Null if the person may be answered: not suppressed, or has written since. */
export function closedReason(
  entry: { reason: string; source: string | null; created_at: string } | null,
  newestAt: string,
): string | null {
  if (entry === null || newestAt > entry.created_at) return null
  if (entry.reason === 'bounced') return 'The address no longer exists, so an answer would not arrive.'
  if (entry.reason === 'manual' || entry.source === CHOSEN_IN_INBOX)
    return 'This person is on your do-not-contact list.'
  return 'This person asked not to be contacted.'
}
