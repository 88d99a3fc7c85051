import { randomUUID } from 'node:crypto'
import { answerSubject } from '@goldpan/campaign-mail/answer-message'
import { findPlaceholder } from '@goldpan/campaign-mail/render-template'
import { type AnswerForm, type Draft, TAKE_BACK_SECONDS } from '@goldpan/contract/answering'
import type { Conversation } from '@goldpan/contract/replies'
import type { Database, Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { isRowId } from '../../db/row-id.ts'
import { refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Jobs } from '../../providers/jobs/port.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { ConversationRow, Conversations } from '../inbox/conversations.ts'
import type { SendingMailbox } from '../own-mailboxes/sending-mailboxes.ts'
import { toSuppressed } from '../suppressions/suppressions.rules.ts'
import type { Suppressions } from '../suppressions/suppressions.ts'
import * as store from './answers.store.ts'
import { findMailboxFor, findProspectOf } from './correspondent.store.ts'
import { closedReason, nameOf } from './correspondent.ts'
import type { Drafts } from './drafts.ts'
import { inboundJob } from './replies.ts'
import type { InboundRow } from './stored-message.store.ts'
import { findInbound } from './threads.store.ts'

export interface AnswersDeps {
  db: Database
  clock: Clock
  systemClock: Clock
  jobs: Pick<Jobs, 'enqueue'>
  accounts: Pick<Accounts, 'getUser'>
  conversations: Pick<
    Conversations,
    | 'find'
    | 'findByEmail'
    | 'getOrCreate'
    | 'lock'
    | 'close'
    | 'restore'
    | 'refreshWords'
    | 'findAppearance'
    | 'listNewerThan'
  >
  drafts: Pick<Drafts, 'send' | 'takeBack'>
  suppressions: Pick<Suppressions, 'findInForce'>
  findSendingMailbox: (owner: OwnerId, id: string) => Promise<SendingMailbox | null>
  /** Returns `until` as a timestamp. Refuses other text. */
  readUntil: (owner: OwnerId, until: string | undefined) => Promise<string>
  getConversation: (owner: OwnerId, person: OwnerId, id: string) => Promise<Conversation>
}

type State = Parameters<Conversations['close']>[3]
type Answered = InboundRow & { from_email: string }

/**
 * Queues the answers that users write in the inbox. Each can be taken back for 10 seconds of system time; then a worker
 * sends it (answer-delivery.ts).
 */
export function createAnswers({ db, clock, systemClock, conversations, drafts, ...deps }: AnswersDeps) {
  /** The reply with this id, else the newest reply in the conversation with this id. */
  async function findAnswered(owner: OwnerId, id: string): Promise<Answered> {
    const named = isRowId(id) ? await findInbound(db, owner, id) : null
    if (named?.kind === 'reply' && named.from_email !== null)
      return { ...named, from_email: named.from_email }
    const conversation = (await conversations.find(db, owner, id)) ?? refuse('replies.no_conversation')
    const newest = await store.findNewestReply(db, owner, conversation.email)
    return newest ? { ...newest, from_email: newest.from_email! } : refuse('replies.not_answerable')
  }

  async function requireAnswerable(owner: OwnerId, { from_email, received_at }: Answered): Promise<void> {
    const entry = await deps.suppressions.findInForce(db, owner, toSuppressed(from_email))
    const closed = closedReason(entry, received_at)
    if (closed !== null) refuse('replies.not_answerable', { message: closed })
  }

  /** The mailbox that the answer leaves from. Null for the return address. */
  async function chooseMailbox(owner: OwnerId, answered: Answered): Promise<SendingMailbox | null> {
    const email = answered.from_email.toLowerCase()
    const conversation = await conversations.findByEmail(db, owner, email)
    const answers_for = conversation?.answers_for ?? null
    const found = await findMailboxFor(db, owner, { mailbox_id: answered.mailbox_id, email, answers_for })
    const mailbox = found && (await deps.findSendingMailbox(owner, found.id))
    if (mailbox && !mailbox.canSend) refuse('mailboxes.cannot_send', { message: mailbox.sentence })
    return mailbox
  }

  /** Refuses if the person or another member has written since the newest message that the writer saw. */
  async function requireNothingNewer(
    tx: Db,
    owner: OwnerId,
    person: OwnerId,
    { conversation, seen }: { conversation: ConversationRow; seen: string },
  ): Promise<void> {
    const since = await conversations.findAppearance(tx, owner, seen)
    const written = since && (await conversations.listNewerThan(tx, owner, [conversation.email], since))
    if (!written || written.size > 0) {
      const name = nameOf(await findProspectOf(tx, owner, conversation))
      refuse('inbox.newer_message', {
        message: `${name ?? conversation.sender_name ?? conversation.email} wrote again since you opened this. Nothing was sent.`,
      })
    }
    const last = await store.findOthersAnswer(tx, owner, conversation.email, person)
    // An answer of the same millisecond counts as later.
    if (!last || last.id === seen || last.at < since.at) return
    const name = last.author_name ?? 'Somebody'
    refuse('inbox.answered', { message: `${name} has answered since you opened this. Nothing was sent.` })
  }

  /** Changes the conversation's state. Returns the states before and after, to restore it. */
  async function close(tx: Db, owner: OwnerId, { id, ...row }: ConversationRow, then: State) {
    await conversations.close(tx, owner, id, then)
    const { state, snoozed_until, snoozed_before, unread, replies } = row
    const until = then.state === 'snoozed' ? then.until : null
    return {
      before: { state, snoozed_until, snoozed_before, unread },
      after: { state: then.state, snoozed_until: until, snoozed_before: null, unread: false, replies },
    }
  }

  async function readThen(owner: OwnerId, { then = 'done', until }: AnswerForm): Promise<State> {
    return then === 'snoozed' ? { state: then, until: await deps.readUntil(owner, until) } : { state: then }
  }

  /** Returns the answer's id. A repeated request with the same `press_id` queues nothing and gets the same id. */
  async function queue(tx: Db, owner: OwnerId, person: OwnerId, answer: NewAnswer): Promise<string> {
    const { answered, form } = answer
    const { id } = await conversations.getOrCreate(tx, owner, answered.id)
    // Of two concurrent requests, the second waits here and then finds the first one's answer.
    const conversation = await conversations.lock(tx, owner, id)
    const pressed = await store.findByPress(tx, owner, form.press_id)
    if (pressed) return pressed.id
    if (form.seen && !form.anyway)
      await requireNothingNewer(tx, owner, person, { conversation, seen: form.seen })
    const answerId = await insert(tx, owner, person, { ...answer, conversation })
    const writer = { person, conversation_id: id }
    const { files = [], draft_version: version } = form
    await drafts.send(tx, owner, writer, { answerId, version, files })
    await conversations.refreshWords(tx, owner, [conversation.email])
    const timing = { key: `answer ${answerId}`, afterSeconds: TAKE_BACK_SECONDS }
    await deps.jobs.enqueue(tx, inboundJob, {}, timing)
    return answerId
  }

  async function insert(
    tx: Db,
    owner: OwnerId,
    person: OwnerId,
    { answered, form, mailbox_id, afterwards, conversation }: NewAnswer & { conversation: ConversationRow },
  ): Promise<string> {
    const id = randomUUID()
    const at = isoNow(clock)
    await store.insertAnswer(tx, owner, {
      id,
      inbound_id: answered.id,
      recipient_id: answered.recipient_id,
      press_id: form.press_id,
      to_email: answered.from_email,
      subject: answerSubject(answered.subject),
      content: form.text.replaceAll('\u0000', ''),
      mailbox_id,
      next_at: at,
      created_at: at,
      author_id: person,
      author_name: nameOf(await deps.accounts.getUser(tx, person)),
      draft_version: form.draft_version ?? null,
      held_until: new Date(systemClock.now().getTime() + TAKE_BACK_SECONDS * 1000).toISOString(),
      has_files: (form.files ?? []).length > 0,
      state_change: await close(tx, owner, conversation, afterwards),
    })
    return id
  }

  return {
    async answer(owner: OwnerId, person: OwnerId, id: string, form: AnswerForm) {
      const answered = await findAnswered(owner, id)
      const pressed = await store.findByPress(db, owner, form.press_id)
      if (pressed) return toAnswer(pressed.id)
      const placeholder = findPlaceholder(form.text)
      if (placeholder !== null)
        refuse('inbox.placeholder_left', { message: `Please fill in ${placeholder} first` })
      await requireAnswerable(owner, answered)
      const mailbox = await chooseMailbox(owner, answered)
      const parts = {
        answered,
        form,
        mailbox_id: mailbox?.id ?? null,
        afterwards: await readThen(owner, form),
      }
      return toAnswer(await db.transaction((tx) => queue(tx, owner, person, parts)))

      async function toAnswer(answer_id: string) {
        return { ...(await deps.getConversation(owner, person, answered.id)), answer_id }
      }
    },

    /** Turns an answer back into a draft and restores its conversation. Refuses once a worker has claimed the answer. */
    async takeBack(owner: OwnerId, person: OwnerId, answerId: string): Promise<Draft> {
      const known = isRowId(answerId) ? await store.findAnswer(db, owner, answerId) : null
      // Only its writer may take it back.
      if (known?.author_id !== person) return refuse('replies.no_conversation')
      return db.transaction(async (tx) => {
        const answer = (await store.lockWaiting(tx, owner, answerId)) ?? refuse('inbox.answer_gone')
        const conversation =
          (await conversations.findByEmail(tx, owner, answer.to_email.toLowerCase())) ??
          refuse('replies.no_conversation')
        const writer = { person, conversation_id: conversation.id }
        const draft = await drafts.takeBack(tx, owner, writer, answer)
        await store.deleteAnswer(tx, owner, answerId)
        if (answer.state_change) await conversations.restore(tx, owner, conversation.id, answer.state_change)
        await conversations.refreshWords(tx, owner, [conversation.email])
        return draft
      })
    },
  }
}

export type Answers = ReturnType<typeof createAnswers>

interface NewAnswer {
  answered: Answered
  form: AnswerForm
  mailbox_id: string | null
  afterwards: State
}
