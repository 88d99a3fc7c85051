import { buildAnswer } from '@goldpan/campaign-mail/answer-message'
import { MessageRefused } from '@goldpan/campaign-mail/campaign-message'
import { READ_BYTES } from '@goldpan/campaign-mail/incoming-mail'
import type { Tokens } from '@goldpan/campaign-mail/tokens'
import type { Database, Db } from '../../db/database.ts'
import { asOwner, type OwnerId, type SystemScope, systemScope } from '../../db/owner.ts'
import { isoNow } from '../../providers/clock/port.ts'
import type { OutgoingMail } from '../../providers/mail/port.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Conversations } from '../inbox/conversations.ts'
import type { MailboxAccess } from '../own-mailboxes/access.ts'
import type { Verdict } from '../sending/sending.rules.ts'
import { createSentFolder, createSentPlan } from '../sending/sent-folder.ts'
import type { SendingDomainCare } from '../sending-domain/sending-domain.ts'
import type { ReturnAddresses } from '../signatures/return-addresses.ts'
import { toSuppressed } from '../suppressions/suppressions.rules.ts'
import type { Suppressions } from '../suppressions/suppressions.ts'
import * as store from './answer-delivery.store.ts'
import type { AnswerFiles } from './answer-files.ts'
import { closedReason, nameOf } from './correspondent.ts'
import type { Drafts } from './drafts.ts'
import { createSingleMessageWorker, type SingleMessageWorkerDeps } from './single-message-worker.ts'
import { readOwnRaw } from './stored-message.store.ts'
import { findInbound } from './threads.store.ts'

export interface AnswerDeliveryDeps extends SingleMessageWorkerDeps {
  db: Database
  tokens: Tokens
  accounts: Pick<Accounts, 'getUser'>
  returnAddresses: Pick<ReturnAddresses, 'get'>
  sendingDomain: Pick<SendingDomainCare, 'findKeys'>
  access: Pick<MailboxAccess, 'handOver'>
  files: Pick<AnswerFiles, 'readAll'>
  drafts: Pick<Drafts, 'bringBack'>
  conversations: Pick<Conversations, 'findByEmail' | 'restore'>
  suppressions: Pick<Suppressions, 'findInForce'>
  replyDomain: string
}

const scope = systemScope('workers send answers of all owners')

/** Sends answers that users write in the application, each at most once. */
export function createAnswerDelivery(deps: AnswerDeliveryDeps) {
  const { db, clock, tokens, replyDomain } = deps
  const sentPlan = createSentPlan(deps)

  const tokenOf = (row: store.AnswerRow) => tokens.sign('reply', row.id, 'address')
  const messageIdOf = (row: store.AnswerRow) => `a1.${tokenOf(row)}@${replyDomain}`

  async function build(row: store.AnswerRow): Promise<OutgoingMail> {
    const owner = asOwner(row.owner_id)
    const answered = row.inbound_id && (await findInbound(db, owner, row.inbound_id))
    if (!answered) throw new MessageRefused('The message that is answered is gone.')
    const built = await buildAnswer({
      raw: await readOwnRaw(db, owner, answered, READ_BYTES),
      to: row.to_email,
      text: row.content,
      files: row.has_files ? await deps.files.readAll(owner, row.id) : [],
      date: new Date(row.created_at),
      message_id: messageIdOf(row),
      ...(await senderOf(owner, row, `a+${tokenOf(row)}@${replyDomain}`)),
    })
    return { raw: built.raw, envelope: { from: built.envelope.from, to: built.envelope.to[0]! } }
  }

  /** Refuses an answer to somebody who asked for no more mail since it was written. */
  async function buildWanted(row: store.AnswerRow): Promise<OutgoingMail> {
    const owner = asOwner(row.owner_id)
    const entry = await deps.suppressions.findInForce(db, owner, toSuppressed(row.to_email))
    const closed = closedReason(entry, row.created_at)
    if (closed !== null) throw new MessageRefused(closed)
    return build(row)
  }

  /** The mailbox that was chosen, else the return address. From has the name of the member who wrote the answer. */
  async function senderOf(owner: OwnerId, row: store.AnswerRow, returnPath: string) {
    const user = await deps.accounts.getUser(db, owner)
    const name = row.author_name ?? nameOf(user) ?? ''
    if (row.mailbox_id === null) {
      const { emailId } = await deps.returnAddresses.get(db, owner)
      const dkim = await deps.sendingDomain.findKeys(replyDomain)
      return { from: { name, address: `${emailId}@${replyDomain}` }, envelope_from: returnPath, dkim }
    }
    const mailbox = await store.findFromMailbox(db, owner, row.mailbox_id)
    if (!mailbox) throw new MessageRefused('The mailbox that it was to leave from is gone.')
    const { address } = mailbox
    return { from: { name: row.author_name ?? mailbox.name ?? name, address }, envelope_from: address }
  }

  function toChange(row: store.AnswerRow, verdict: Verdict): Partial<store.AnswerRow> {
    const { reason } = verdict
    if (verdict.kind !== 'retry' && verdict.kind !== 'wait')
      return { state: verdict.kind, reason, finished_at: isoNow(clock) }
    const next_at = new Date(clock.now().getTime() + verdict.delayMs).toISOString()
    const requeued = { state: 'queued', worker_id: null, next_at, reason } as const
    if (verdict.kind === 'retry') return requeued
    const attempts = row.attempts - 1
    return { ...requeued, attempts, first_tried_at: attempts > 0 ? row.first_tried_at : null }
  }

  /**
   * Records the outcome, unless the worker has lost its claim. An accepted answer is then copied to the mailbox's Sent
   * folder, an unconfirmed one is searched for there.
   */
  async function settle(
    row: store.AnswerRow,
    from: store.AnswerRow['state'][],
    change: Partial<store.AnswerRow>,
  ): Promise<void> {
    const owner = asOwner(row.owner_id)
    await db.transaction(async (tx) => {
      if (!(await store.settleAnswer(tx, scope, row, from, change))) return
      if (change.state === 'sent') await sentPlan.copies(tx, owner, 'answers', [row.id])
      if (change.state === 'unconfirmed') await sentPlan.search(tx, owner, 'answers', row.id)
      if (change.state === 'failed') await bringBack(tx, owner, row)
    })
  }

  /** Turns a failed answer back into a draft and reopens its conversation, so that somebody sees it. */
  async function bringBack(tx: Db, owner: OwnerId, row: store.AnswerRow): Promise<void> {
    await deps.drafts.bringBack(tx, owner, row)
    const conversation = await deps.conversations.findByEmail(tx, owner, row.to_email.toLowerCase())
    const entry = await deps.suppressions.findInForce(tx, owner, toSuppressed(row.to_email))
    if (!conversation || !row.state_change || entry) return
    const { after } = row.state_change
    const before = { ...after, state: 'open', snoozed_until: null, unread: true } as const
    await deps.conversations.restore(tx, owner, conversation.id, { before, after })
  }

  async function recover(liveWorkerIds: string[], reason: string): Promise<number> {
    return db.transaction(async (tx) => {
      const end = { reason, finished_at: isoNow(clock) }
      const { inDoubt, released } = await store.recoverAnswers(tx, scope, liveWorkerIds, end)
      for (const { id, owner_id } of inDoubt) await sentPlan.search(tx, asOwner(owner_id), 'answers', id)
      return inDoubt.length + released
    })
  }

  const worker = createSingleMessageWorker<store.AnswerRow>(deps, {
    kind: 'answering',
    recover,
    claim: (claim) => store.claimAnswers(db, scope, { ...claim, real_now: isoNow(deps.systemClock) }),
    isLarge: ({ has_files }) => has_files,
    build: buildWanted,
    handOver: (row, mail, options) =>
      row.mailbox_id === null
        ? deps.mail.handOver(mail, options)
        : deps.access.handOver(asOwner(row.owner_id), row.mailbox_id, mail, options),
    attemptsOf: ({ attempts, created_at, first_tried_at }) => ({
      attempts,
      first_tried_at: first_tried_at ?? created_at,
    }),
    markTransmitting: (row) => store.settleAnswer(db, scope, row, ['claimed'], { state: 'transmitting' }),
    settle: (row, verdict, { message_id }) =>
      settle(row, ['claimed', 'transmitting', 'unconfirmed'], {
        ...toChange(row, verdict),
        server_message_id: message_id ?? null,
      }),
    fail: (row, reason) => settle(row, ['claimed'], { state: 'failed', reason, finished_at: isoNow(clock) }),
  })
  const sentFolder = createSentFolder({
    db,
    clock,
    kind: 'answers',
    messageIdOf,
    buildCopy: async (row) => (await build(row)).raw,
    confirm: store.confirmAnswer,
  })
  return {
    work: worker.work,
    sentFolder,

    /** Call after a suspension: queued answers get the full 24 hours of retries again. */
    restartAttempts: (tx: Db, owner: OwnerId): Promise<void> =>
      store.restartAttempts(tx, owner, isoNow(clock)),
    restartAllAttempts: (tx: Db, scope: SystemScope): Promise<void> =>
      store.restartAllAttempts(tx, scope, isoNow(clock)),

    /** Called when a report says that an answer did not arrive. */
    async fail(tx: Db, id: string, reason: string): Promise<void> {
      const row = await store.failAnswer(tx, scope, id, reason)
      if (row) await bringBack(tx, asOwner(row.owner_id), row)
    },
  }
}
