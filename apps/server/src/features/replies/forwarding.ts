import { domainOf } from '@goldpan/campaign-mail/address'
import { MessageRefused } from '@goldpan/campaign-mail/campaign-message'
import { classify } from '@goldpan/campaign-mail/classify'
import { buildForward } from '@goldpan/campaign-mail/forward-message'
import { plainName } from '@goldpan/campaign-mail/plain-name'
import type { Tokens } from '@goldpan/campaign-mail/tokens'
import { isAddress } from '@goldpan/contract/email-address'
import { labelNames } from '@goldpan/contract/inbox'
import type { Database } from '../../db/database.ts'
import { asOwner, systemScope } from '../../db/owner.ts'
import { isoNow } from '../../providers/clock/port.ts'
import type { OutgoingMail } from '../../providers/mail/port.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { ConversationRow, Conversations } from '../inbox/conversations.ts'
import type { Verdict } from '../sending/sending.rules.ts'
import type { SendingDomainCare } from '../sending-domain/sending-domain.ts'
import type { ReturnAddresses } from '../signatures/return-addresses.ts'
import { readAddress } from './replies.rules.ts'
import * as store from './replies.store.ts'
import { createSingleMessageWorker, type SingleMessageWorkerDeps } from './single-message-worker.ts'
import { readRaw } from './stored-message.store.ts'

export interface ForwardingDeps extends SingleMessageWorkerDeps {
  db: Database
  tokens: Tokens
  accounts: Pick<Accounts, 'getUser' | 'findUser'>
  conversations: Pick<Conversations, 'findByEmail'>
  returnAddresses: Pick<ReturnAddresses, 'get'>
  sendingDomain: Pick<SendingDomainCare, 'findKeys'>
  replyDomain: string
  loopId: string
  systemSender: string
  operatorEmail: string
  publicUrl: () => string
}

/** Larger messages are built one at a time: building takes several times their size in memory. */
const LARGE = 500_000

const scope = systemScope('workers forward replies to all owners')

/** Forwards replies to users as new messages, each at most once. */
export function createForwarding(deps: ForwardingDeps) {
  const { db, clock, tokens, replyDomain } = deps

  /** The conversation of a reply or an automatic reply; null for other mail. */
  const findConversation = async ({ owner_id, from_email, label }: store.InboundRow) =>
    owner_id && from_email && label
      ? deps.conversations.findByEmail(db, asOwner(owner_id), from_email.toLowerCase())
      : null

  /** The person to forward a message to, and the address of ours that received it. */
  async function findTarget(row: store.InboundRow, conversation: ConversationRow | null) {
    if (
      readAddress(row.envelope_to, replyDomain, tokens, deps.systemSender)?.kind === 'operator' &&
      !row.owner_id
    )
      return { to: { name: '', address: deps.operatorEmail }, own: row.envelope_to }
    const owner = asOwner(row.owner_id ?? '')
    const assignee = conversation?.assignee_id
      ? await deps.accounts.findUser(db, asOwner(conversation.assignee_id))
      : null
    const user = assignee && !assignee.suspended_at ? assignee : await deps.accounts.getUser(db, owner)
    const { emailId } = await deps.returnAddresses.get(db, owner)
    const to = { name: `${user.first_name} ${user.last_name}`.trim(), address: user.email }
    return { to, own: `${emailId}@${replyDomain}` }
  }

  async function build(row: store.InboundRow): Promise<OutgoingMail> {
    const conversation = await findConversation(row)
    const { to, own } = await findTarget(row, conversation)
    if (domainOf(to.address) === replyDomain)
      throw new MessageRefused('The address is one of this installation, so the message would come back.')
    const raw = await readRaw(db, scope, row)
    const { from } = await classify(raw)
    const sender = from && isAddress(from.address) ? from : { name: '', address: own }
    const built = await buildForward({
      raw,
      to,
      from: { name: `${senderName(sender.name) || sender.address} via Goldpan`, address: own },
      reply_to: sender,
      message_id: `f1.${tokens.sign('reply', row.id, 'address')}@${replyDomain}`,
      envelope_from: `f+${tokens.sign('reply', row.id, 'address')}@${replyDomain}`,
      loop_id: deps.loopId,
      dkim: await deps.sendingDomain.findKeys(replyDomain),
      date: new Date(row.handled_at ?? row.received_at),
      notices: [...labelOf(row), ...(row.notice ? [row.notice] : [])],
      ...(conversation && { link: linkTo(conversation) }),
    })
    return { raw: built.raw, envelope: { from: built.envelope.from, to: built.envelope.to[0]! } }
  }

  const linkTo = ({ id }: ConversationRow) => ({
    text: 'Open in Goldpan',
    url: `${deps.publicUrl()}/inbox/${id}`,
  })

  function toChange(verdict: Verdict): Partial<Omit<store.InboundRow, 'size'>> {
    if (verdict.kind === 'sent') return { forward_state: 'sent', forwarded_at: isoNow(clock), error: null }
    if (verdict.kind !== 'retry' && verdict.kind !== 'wait')
      return { forward_state: verdict.kind, error: verdict.reason }
    const next_at = new Date(clock.now().getTime() + verdict.delayMs).toISOString()
    return { forward_state: 'queued', worker_id: null, next_at, error: verdict.reason }
  }

  return createSingleMessageWorker<store.InboundRow>(deps, {
    kind: 'forwarding',
    recover: (liveWorkerIds, reason) => store.recoverForwards(db, scope, liveWorkerIds, reason),
    claim: (claim) => store.claimForwards(db, scope, claim),
    build,
    isLarge: ({ size }) => size > LARGE,
    // It may have waited for long before its first try, such as during a suspension.
    attemptsOf: ({ attempts, handled_at, received_at }) => ({
      attempts,
      first_tried_at: attempts > 1 ? (handled_at ?? received_at) : isoNow(clock),
    }),
    markTransmitting: (row) =>
      store.settleForward(db, scope, row, 'claimed', { forward_state: 'transmitting' }),
    settle: (row, verdict) =>
      store.settleForward(db, scope, row, 'claimed or transmitting', toChange(verdict)),
    fail: (row, error) => store.settleForward(db, scope, row, 'claimed', { forward_state: 'failed', error }),
  })
}

const labelOf = ({ label, label_reason }: store.InboundRow): string[] =>
  label ? [`${labelNames[label]}: ${plainName(label_reason ?? '')}`] : []

const senderName = (name: string): string => plainName(name.replace(/["<>]+/g, ' ')).slice(0, 100)
