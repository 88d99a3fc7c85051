import { REFUSED } from './sending.rules.ts'

/** Rates of fewer deliveries are random. */
const JUDGED_FROM = 50
const BOUNCE_LIMIT = 0.05
const COMPLAINT_LIMIT = 0.001
/** Pause a campaign if 3 of its last 20 messages were refused by policy. */
export const POLICY_SAMPLE = 20
const POLICY_LIMIT = 3

export interface Reputation {
  /** Messages handed over, or refused because the address doesn't exist. */
  delivered: number
  bounces: number
  complaints: number
}

export interface Trouble {
  kind: 'policy' | 'bounces' | 'complaints'
  sentence: string
  /** The provider's own words. */
  answer: string | null
}

const percent = (share: number): string => `${Number((share * 100).toFixed(share < 0.01 ? 2 : 1))}%`

/** Why an account's rates require a pause; null if they don't. */
export function judgeReputation({ delivered, bounces, complaints }: Reputation): Trouble | null {
  if (delivered < JUDGED_FROM) return null
  if (complaints / delivered >= COMPLAINT_LIMIT)
    return {
      kind: 'complaints',
      answer: null,
      sentence: `Sending is paused: ${complaints} of ${delivered} messages were reported as spam (${percent(complaints / delivered)}; the limit is 0.1%). Mail providers block senders above it. Nothing was lost. Check your recipients and your text, then write to support: only the operator can resume.`,
    }
  if (bounces / delivered >= BOUNCE_LIMIT)
    return {
      kind: 'bounces',
      answer: null,
      sentence: `Sending is paused: ${bounces} of ${delivered} messages could not be delivered (${percent(bounces / delivered)}; the limit is 5%). Mail providers block senders above it. Nothing was lost. Check where these addresses come from, remove doubtful ones, then resume.`,
    }
  return null
}

/** Why a campaign's latest refusals require a pause; null if they don't. */
export function judgeRefusals(refusals: readonly { refusal: string | null; reason: string | null }[]) {
  const policy = refusals.filter(({ refusal }) => refusal === 'policy')
  if (policy.length < POLICY_LIMIT) return null
  const answer = policy[0]?.reason?.replace(REFUSED, '') ?? null
  const trouble: Trouble = {
    kind: 'policy',
    answer,
    sentence: `Paused: ${policy.length} of the last ${refusals.length} messages were rejected by mail providers for policy reasons. The provider said: "${answer ?? ''}". The rest was not sent. Check the sending domain and your text, then send again.`,
  }
  return trouble
}
