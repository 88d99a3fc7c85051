import { buildAnswer } from '@goldpan/campaign-mail/answer-message'
import { MessageRefused } from '@goldpan/campaign-mail/campaign-message'
import type { Tokens } from '@goldpan/campaign-mail/tokens'
import type { Database } from '../../../db/database.ts'
import { asOwner, systemScope } from '../../../db/owner.ts'
import { type Clock, isoNow } from '../../../providers/clock/port.ts'
import type { HandOverResult, MailPort, OutgoingMail } from '../../../providers/mail/port.ts'
import type { Accounts } from '../../accounts/accounts.ts'
import type { Heartbeat } from '../../sending/heartbeat/heartbeat.ts'
import { judge, type Verdict } from '../../sending/sending.rules.ts'
import type { SendingDomainCare } from '../../sending-domain/sending-domain.ts'
import type { ReturnAddresses } from '../../signatures/return-address/return-address.ts'
import { findInbound } from '../conversations/conversations.store.ts'
import * as store from './answering.store.ts'

export interface AnsweringDeps {
  db: Database
  clock: Clock
  mail: Pick<MailPort, 'handOver'>
  tokens: Tokens
  accounts: Pick<Accounts, 'getUser'>
  returnAddresses: Pick<ReturnAddresses, 'get'>
  heartbeat: Heartbeat
  sendingDomain: Pick<SendingDomainCare, 'findKeys'>
  replyDomain: string
  onError: (error: unknown) => void
}

const BATCH = 5
const scope = systemScope('workers hand over answers of all owners')
const IN_DOUBT = 'The process that handed the message over ended before the answer came'

/** Hands over what users answer: one row a message, as carefully as a campaign's. */
export function createAnswering(deps: AnsweringDeps) {
  const { db, clock, tokens, replyDomain, heartbeat } = deps
  let running: Promise<void> | null = null

  async function build(row: store.AnswerRow): Promise<OutgoingMail> {
    const owner = asOwner(row.owner_id)
    const answered = row.inbound_id && (await findInbound(owner, db, row.inbound_id))
    if (!answered) throw new MessageRefused('The message that is answered is gone.')
    const user = await deps.accounts.getUser(owner)
    const { emailId } = await deps.returnAddresses.get(owner)
    const token = tokens.sign('reply', row.id, 'address')
    const built = await buildAnswer({
      raw: answered.raw,
      from: { name: `${user.first_name} ${user.last_name}`.trim(), address: `${emailId}@${replyDomain}` },
      ...{ to: row.to_email, text: row.content, date: new Date(row.created_at) },
      message_id: `a1.${token}@${replyDomain}`,
      envelope_from: `a+${token}@${replyDomain}`,
      dkim: await deps.sendingDomain.findKeys(replyDomain),
    })
    return { raw: built.raw, envelope: { from: built.envelope.from, to: built.envelope.to[0]! } }
  }

  function toChange(verdict: Verdict): Partial<store.AnswerRow> {
    const finished_at = isoNow(clock)
    if (verdict.kind !== 'retry') return { state: verdict.kind, reason: verdict.reason, finished_at }
    const next_at = new Date(clock.now().getTime() + verdict.delayMs).toISOString()
    return { state: 'queued', worker_id: null, next_at, reason: verdict.reason }
  }

  async function settle(row: store.AnswerRow, result: HandOverResult): Promise<void> {
    const tried = { attempts: row.attempts, first_tried_at: row.created_at }
    const verdict = judge(result, { ...tried, now: clock.now(), random: Math.random() })
    await store.settleAnswer(scope, db, row, ['claimed', 'transmitting', 'unconfirmed'], toChange(verdict))
  }

  async function send(row: store.AnswerRow, signal: AbortSignal): Promise<void> {
    const mail = await build(row).catch((error: unknown) => {
      if (error instanceof MessageRefused) return error
      throw error
    })
    if (mail instanceof MessageRefused) {
      const change = { state: 'failed', reason: mail.message, finished_at: isoNow(clock) } as const
      await store.settleAnswer(scope, db, row, ['claimed'], change)
      return
    }
    const beforeBody = () => store.settleAnswer(scope, db, row, ['claimed'], { state: 'transmitting' })
    await settle(row, await deps.mail.handOver(mail, { beforeBody, signal }))
  }

  async function run(signal: AbortSignal): Promise<void> {
    await store.recoverAnswers(scope, db, await heartbeat.listOthers(), IN_DOUBT)
    for (let rows = await claim(); rows.length > 0; rows = signal.aborted ? [] : await claim())
      await Promise.all(rows.map((row) => send(row, signal).catch((error) => postpone(row, error))))
  }

  /** A fault of our own: another try later. */
  async function postpone(row: store.AnswerRow, error: unknown): Promise<void> {
    deps.onError(error)
    const answer = 'something went wrong on our side'
    await settle(row, { outcome: 'not_sent', code: null, answer }).catch(deps.onError)
  }

  const claim = () =>
    store.claimAnswers(scope, db, { worker_id: heartbeat.id, now: isoNow(clock), limit: BATCH })

  return {
    /** Hands over all that is due. A second call while one runs waits for it. */
    async work(signal: AbortSignal): Promise<void> {
      running ??= heartbeat
        .during(() => run(signal))
        .finally(() => {
          running = null
        })
      return running
    },
  }
}

export type Answering = ReturnType<typeof createAnswering>
