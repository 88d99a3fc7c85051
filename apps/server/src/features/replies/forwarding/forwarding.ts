import { domainOf, isSafeAddress } from '@goldpan/campaign-mail/address'
import { MessageRefused } from '@goldpan/campaign-mail/campaign-message'
import { classify } from '@goldpan/campaign-mail/classify'
import { buildForward } from '@goldpan/campaign-mail/forward-message'
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
import * as store from '../replies.store.ts'

export interface ForwardingDeps {
  db: Database
  clock: Clock
  mail: Pick<MailPort, 'handOver'>
  tokens: Tokens
  accounts: Pick<Accounts, 'getUser'>
  returnAddresses: Pick<ReturnAddresses, 'get'>
  heartbeat: Heartbeat
  sendingDomain: Pick<SendingDomainCare, 'findKeys'>
  replyDomain: string
  loopId: string
  onError: (error: unknown) => void
}

const BATCH = 5
const scope = systemScope('workers forward replies to all owners')
const IN_DOUBT = 'The process that handed the message over ended before the answer came'

/** Brings replies to the user as new messages: one row a message, handed over as carefully as a campaign's. */
export function createForwarding(deps: ForwardingDeps) {
  const { db, clock, tokens, replyDomain, heartbeat } = deps
  let running: Promise<void> | null = null

  async function build(row: store.InboundRow): Promise<OutgoingMail> {
    const owner = asOwner(row.owner_id ?? '')
    const user = await deps.accounts.getUser(owner)
    if (domainOf(user.email) === replyDomain)
      throw new MessageRefused(
        'The account has an address of this installation, so the message would come back.',
      )
    const { emailId } = await deps.returnAddresses.get(owner)
    const own = `${emailId}@${replyDomain}`
    const { from } = await classify(row.raw)
    const sender = from && isSafeAddress(from.address) ? from : { name: '', address: own }
    const built = await buildForward({
      raw: row.raw,
      to: { name: `${user.first_name} ${user.last_name}`.trim(), address: user.email },
      from: { name: `${plainName(sender.name) || sender.address} via Goldpan`, address: own },
      reply_to: sender,
      message_id: `f1.${tokens.sign('reply', row.id, 'address')}@${replyDomain}`,
      envelope_from: `f+${tokens.sign('reply', row.id, 'address')}@${replyDomain}`,
      loop_id: deps.loopId,
      dkim: await deps.sendingDomain.findKeys(replyDomain),
      date: new Date(row.handled_at ?? row.received_at),
      ...(row.notice ? { notice: row.notice } : {}),
    })
    return { raw: built.raw, envelope: { from: built.envelope.from, to: built.envelope.to[0]! } }
  }

  function toChange(verdict: Verdict): Partial<store.InboundRow> {
    if (verdict.kind === 'sent') return { forward_state: 'sent', forwarded_at: isoNow(clock), error: null }
    if (verdict.kind !== 'retry') return { forward_state: verdict.kind, error: verdict.reason }
    const next_at = new Date(clock.now().getTime() + verdict.delayMs).toISOString()
    return { forward_state: 'queued', worker_id: null, next_at, error: verdict.reason }
  }

  async function settle(row: store.InboundRow, result: HandOverResult): Promise<void> {
    const tried = { attempts: row.attempts, first_tried_at: row.handled_at ?? row.received_at }
    const verdict = judge(result, { ...tried, now: clock.now(), random: Math.random() })
    await store.settleForward(scope, db, row, 'claimed or transmitting', toChange(verdict))
  }

  async function forward(row: store.InboundRow, signal: AbortSignal): Promise<void> {
    const mail = await build(row).catch((error: unknown) => {
      if (error instanceof MessageRefused) return error
      throw error
    })
    if (mail instanceof MessageRefused) {
      const change = { forward_state: 'failed', error: mail.message } as const
      await store.settleForward(scope, db, row, 'claimed', change)
      return
    }
    const beforeBody = () => store.settleForward(scope, db, row, 'claimed', { forward_state: 'transmitting' })
    await settle(row, await deps.mail.handOver(mail, { beforeBody, signal }))
  }

  async function run(signal: AbortSignal): Promise<void> {
    await store.recoverForwards(scope, db, await heartbeat.listOthers(), IN_DOUBT)
    for (let rows = await claim(); rows.length > 0; rows = signal.aborted ? [] : await claim())
      await Promise.all(rows.map((row) => forward(row, signal).catch((error) => postpone(row, error))))
  }

  /** A fault of our own: another try later. */
  async function postpone(row: store.InboundRow, error: unknown): Promise<void> {
    deps.onError(error)
    const answer = 'something went wrong on our side'
    await settle(row, { outcome: 'not_sent', code: null, answer }).catch(deps.onError)
  }

  const claim = () =>
    store.claimForwards(scope, db, { worker_id: heartbeat.id, now: isoNow(clock), limit: BATCH })

  return {
    /** Forwards all that is due. A second call while one runs waits for it. */
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

export type Forwarding = ReturnType<typeof createForwarding>

const plainName = (name: string): string =>
  name
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029"<>]+/g, ' ')
    .trim()
    .slice(0, 100)
