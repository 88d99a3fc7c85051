import { domainOf } from '@goldpan/campaign-mail/address'
import type { Classification } from '@goldpan/campaign-mail/classification'
import type { DkimResult } from '@goldpan/campaign-mail/dkim-verify'
import type { ReplyLabel } from '@goldpan/campaign-mail/label-reply'
import type { Tokens } from '@goldpan/campaign-mail/tokens'
import { isAddress } from '@goldpan/contract/email-address'

/** A message that can't be handled is given up after this many attempts, and stays stored. */
export const MAX_ATTEMPTS = 5

/** The purpose of an address of the reply domain, read from its local part. */
export type InboundAddress =
  /** The return path of a message, for delivery reports. */
  | { kind: 'bounce'; recipientId: string }
  /** The return path of a forwarded reply; mail to it is dropped. */
  | { kind: 'forward'; inboundId: string }
  /** The return path of an answer, for reports on it. */
  | { kind: 'answer'; answerId: string }
  /** A return address. */
  | { kind: 'return'; emailId: string }
  /** An address that a mail domain must have, and the sender of our letters. */
  | { kind: 'operator'; emailId: string }

/** RFC 5321 demands the first, RFC 2142 and feedback loops the second; DMARC reports go to the third. */
const OPERATOR_NAMES = new Set(['postmaster', 'abuse', 'dmarc'])

/** Where an incoming message was: at an address of ours, or in an own mailbox of its owner. */
export type Source = InboundAddress | { kind: 'mailbox' }

/** Stands for the envelope address of a message found in a mailbox. Several owners may have connected the same one. */
export const foundIn = (folder: 'inbox' | 'junk', mailboxId: string): string => `${folder} of ${mailboxId}`

/** Null if the address is not in our domain or its token is forged. `systemSender` is the sender of our letters. */
export function readAddress(
  address: string,
  replyDomain: string,
  tokens: Tokens,
  systemSender: string,
): InboundAddress | null {
  const lower = address.trim().toLowerCase()
  if (!isAddress(lower) || domainOf(lower) !== replyDomain) return null
  const local = lower.slice(0, lower.lastIndexOf('@'))
  if (local.startsWith('b+')) {
    const recipientId = tokens.verify('bounce', local.slice(2))
    return recipientId === null ? null : { kind: 'bounce', recipientId }
  }
  if (local.startsWith('f+')) {
    const inboundId = tokens.verify('reply', local.slice(2))
    return inboundId === null ? null : { kind: 'forward', inboundId }
  }
  if (local.startsWith('a+')) {
    const answerId = tokens.verify('reply', local.slice(2))
    return answerId === null ? null : { kind: 'answer', answerId }
  }
  const emailId = local.split('+')[0]!
  const isOperators = OPERATOR_NAMES.has(emailId) || lower === systemSender.toLowerCase()
  return { kind: isOperators ? 'operator' : 'return', emailId }
}

export const recipientsNamed = (ids: readonly string[], replyDomain: string, tokens: Tokens): string[] =>
  named(ids, { form: /^v1\.([a-z2-7]+)@([^@\s]+)$/i, purpose: 'message' }, replyDomain, tokens)

export const answersNamed = (ids: readonly string[], replyDomain: string, tokens: Tokens): string[] =>
  named(ids, { form: /^a1\.([a-z2-7]+)@([^@\s]+)$/i, purpose: 'reply' }, replyDomain, tokens)

function named(
  ids: readonly string[],
  { form, purpose }: { form: RegExp; purpose: 'message' | 'reply' },
  replyDomain: string,
  tokens: Tokens,
): string[] {
  const found = ids.flatMap((id) => {
    const [, token, domain] = form.exec(id.trim()) ?? []
    return token && domain?.toLowerCase() === replyDomain ? (tokens.verify(purpose, token) ?? []) : []
  })
  return [...new Set(found)]
}

/** True if a valid signature covers the domain of the From address. */
export const isAuthentic = (from: string | null, results: readonly DkimResult[]): boolean =>
  from !== null &&
  results.some(({ result, domain }) => result === 'pass' && `.${domainOf(from)}`.endsWith(`.${domain}`))

/** The mail provider that received a message, if its verdict on the sender is believed. */
export type Receiver = 'google' | 'microsoft' | null

/** Others may leave a header in place that a sender forged. */
export function receiverOf({ kind, imap }: { kind: string; imap: { host: string } | null }): Receiver {
  if (kind === 'google' || kind === 'microsoft') return kind
  return imap?.host.toLowerCase() === 'imap.gmail.com' ? 'google' : null
}

const MAX_RESULTS = 5_000

/**
 * True if the receiving provider found that the From address is no forgery (RFC 8601, DMARC). `headers`: the
 * Authentication-Results of a message in its order. Only the topmost is the provider's; a sender may have written the
 * others.
 */
export function passesDmarc(headers: readonly string[], receiver: Receiver, from: string | null): boolean {
  const top = (headers[0] ?? '').replace(/header\.b="[\w+/=]*"/g, '')
  // A quoted local part, which results repeat, can hold anything.
  if (!receiver || !from || top.length > MAX_RESULTS || /["\\]/.test(top)) return false
  const [first = '', ...rest] = withoutComments(top)
    .split(';')
    .map((part) => part.trim())
  const results =
    receiver === 'google' ? (/^mx\.google\.com( \d+)?$/i.test(first) ? rest : []) : [first, ...rest]
  // Microsoft names no server; a header that names one was written by another.
  if (!results.every((result) => result === '' || /^[a-z-]+\s*=/i.test(result))) return false
  const verdicts = results.filter((result) => /^dmarc\s*=/i.test(result))
  const domain = /\sheader\.from\s*=\s*([^\s]+)/i.exec(verdicts[0] ?? '')?.[1]
  return (
    verdicts.length === 1 &&
    /^dmarc\s*=\s*pass\s/i.test(verdicts[0]!) &&
    domain?.toLowerCase() === domainOf(from)
  )
}

/** They nest. */
function withoutComments(text: string): string {
  const shorter = text.replace(/\([^()]*\)/g, ' ')
  return shorter === text ? text : withoutComments(shorter)
}

/** How a proven reply changes the message of ours that it answers. */
export interface ReplyEffect {
  isStop: boolean
  /** The prospect's new status. Null leaves it as it is. */
  status: 'responded' | 'rejected' | null
  /** The person we wrote to has left. */
  hasLeft: boolean
}

/** The effect of a person's message by its label. Null for automatic mail, unless it asks for no more mail. */
export function effectOf(
  { kind }: Pick<Classification, 'kind'>,
  { label }: Pick<ReplyLabel, 'label'>,
): ReplyEffect | null {
  const isStop = label === 'stop'
  if (kind !== 'reply' && !isStop) return null
  const hasLeft = label === 'left_company'
  if (isStop || hasLeft) return { isStop, status: null, hasLeft }
  return { isStop, status: label === 'not_interested' ? 'rejected' : 'responded', hasLeft }
}

export type Forwarding = { isForwarded: true; notice: string | null } | { isForwarded: false }

export interface Judged {
  kind: Classification['kind']
  source: Source['kind']
  /** How sure the match with one of our messages is. */
  match: 'proven' | 'likely' | 'none'
  /** It asks for no more mail. */
  isStop: boolean
  /** An automatic reply of the same sender was forwarded within the last day. */
  isRepeated: boolean
}

/** Forwards everything that a person may have written, but no report that was understood, nor what its owner has. */
export function judgeForwarding({ kind, source, match, isStop, isRepeated }: Judged): Forwarding {
  if (source === 'forward' || source === 'mailbox') return { isForwarded: false }
  // Reports on answers are shown at the answer.
  if (source === 'answer' && kind !== 'reply' && kind !== 'auto-reply') return { isForwarded: false }
  // Nobody needs to know that a recipient of a letter is on holiday.
  if (kind === 'auto-reply' && source === 'operator') return { isForwarded: false }
  if (kind === 'auto-reply') return isRepeated ? { isForwarded: false } : { isForwarded: true, notice: null }
  if (kind === 'reply' && match === 'likely')
    return {
      isForwarded: true,
      notice: isStop
        ? 'The sender could not be verified, so the address is not on your do-not-contact list yet.'
        : 'This looks like a reply to your campaign, but its sender could not be verified, so the recipient was not marked as responded.',
    }
  if (kind === 'reply') return { isForwarded: true, notice: null }
  // Reports about unknown messages were meant for the owner of the return address.
  const isUnderstood = match === 'proven' || source === 'bounce'
  return isUnderstood ? { isForwarded: false } : { isForwarded: true, notice: null }
}
