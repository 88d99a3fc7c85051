import { BOUNCE_PHRASES } from './bounce-phrases.ts'
import type { BounceReason } from './classification.ts'

/** What the second and third number of an enhanced status code say (RFC 3463 and the IANA registry). */
const STATUS_REASONS: readonly [RegExp, BounceReason][] = [
  [/^[45]\.1\.(?:0|1|3|4|5|11)$/, 'user-unknown'],
  [/^[45]\.1\.2$/, 'host-unknown'],
  [/^[45]\.1\.6$/, 'moved'],
  [/^[45]\.1\.(?:7|8|9)$/, 'policy'],
  [/^[45]\.1\.10$/, 'not-accepting'],
  [/^[45]\.2\.1$/, 'suspended'],
  [/^[45]\.2\.2$/, 'mailbox-full'],
  [/^[45]\.2\.3$/, 'too-big'],
  [/^[45]\.2\.4$/, 'system'],
  [/^[45]\.3\.1$/, 'system'],
  [/^[45]\.3\.4$/, 'too-big'],
  [/^[45]\.3\.\d+$/, 'system'],
  [/^[45]\.4\.(?:4|310)$/, 'host-unknown'],
  [/^[45]\.4\.7$/, 'expired'],
  [/^[45]\.4\.(?:6|14)$/, 'loop'],
  [/^5\.4\.1$/, 'filtered'],
  [/^[45]\.4\.\d+$/, 'network'],
  [/^[45]\.5\.\d+$/, 'system'],
  [/^[45]\.6\.\d+$/, 'content'],
  [/^[45]\.7\.(?:20|21|22|23|24|26|27|30|31|509|515)$/, 'authentication'],
  [/^[45]\.7\.(?:25|28|606|511|750)$/, 'blocked'],
  [/^[45]\.7\.13$/, 'suspended'],
  [/^[45]\.7\.17$/, 'user-unknown'],
  [/^[45]\.7\.\d+$/, 'policy'],
]

const HARD: ReadonlySet<BounceReason> = new Set(['user-unknown', 'host-unknown', 'moved', 'not-accepting'])
/** Reasons whose phrases are so common that a status code knows better. */
const VAGUE: ReadonlySet<BounceReason> = new Set(['policy', 'system', 'filtered', 'content'])
const MAX_SCANNED = 4_000

/** The first enhanced status code (RFC 3463) in a text that says failure or delay. */
export function findStatus(text: string): string | null {
  return /(?:^|[^\d.])([45]\.[0-7]\.\d{1,3})(?!\d|\.\d)/.exec(text.slice(0, MAX_SCANNED))?.[1] ?? null
}

/** The first SMTP reply code of a failure in a text, as a number, or null. */
export function findReplyCode(text: string): number | null {
  const found = /(?:^|[\s:;'"(>=-])([45]\d\d)(?=[\s:;<,.'")-]|$)/m.exec(text.slice(0, MAX_SCANNED))
  return found ? Number(found[1]) : null
}

/**
 * Why a delivery failed, by what the server wrote and its status code. The words decide, because servers
 * give 5.1.1 and 5.7.1 for nearly anything; the code decides when the words say nothing.
 */
export function findReason(text: string, status: string | null): BounceReason {
  const words = text.slice(0, MAX_SCANNED).toLowerCase().replace(/\s+/g, ' ')
  const byWords = BOUNCE_PHRASES.find(([, phrases]) => phrases.some((phrase) => phrase.test(words)))?.[0]
  const byStatus = status ? STATUS_REASONS.find(([code]) => code.test(status))?.[1] : undefined
  if (byWords && !VAGUE.has(byWords)) return byWords
  return byStatus ?? byWords ?? 'unknown'
}

/** What the DNS says of a name that does not exist. No server answered, so there is no code to tell it by. */
const NO_SUCH_DOMAIN =
  /\bnxdomain\b|domain name not found|(?:domain|host)(?: name)? (?:does not|doesn.t) exist|no such domain|non-?existent domain/i

/**
 * hard when the address itself is dead and the answer is final. Full mailboxes, refused content, policy
 * and everything temporary are soft: another message, or the same one later, may arrive.
 */
export function classOfFailure(
  reason: BounceReason,
  status: string | null,
  code: number | null,
  words = '',
): 'hard' | 'soft' {
  // Gmail gives up at once where the DNS knows no such name, and sums it up as 4.0.0.
  const isSummary = status === '4.0.0' || status === '4.4.0'
  if (reason === 'host-unknown' && isSummary && NO_SUCH_DOMAIN.test(words)) return 'hard'
  const isTemporary = status ? status.startsWith('4') : code !== null && code < 500
  return HARD.has(reason) && !isTemporary ? 'hard' : 'soft'
}
