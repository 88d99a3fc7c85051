import { BOUNCE_PHRASES } from './bounce-phrases.ts'
import type { BounceReason } from './classification.ts'
import { RECIPIENT_WORDS, SENDER_WORDS } from './words/refusals.ts'

/** Meanings of the second and third digit of an enhanced status code (RFC 3463 and the IANA registry). */
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
/** Reasons whose phrases are so common that a status code is the better evidence. */
const VAGUE: ReadonlySet<BounceReason> = new Set(['policy', 'system', 'filtered', 'content'])
const MAX_SCANNED = 4_000

/** The first enhanced status code (RFC 3463) in a text that signals a failure or delay. */
export function findStatus(text: string): string | null {
  return /(?:^|[^\d.])([45]\.[0-7]\.\d{1,3})(?!\d|\.\d)/.exec(text.slice(0, MAX_SCANNED))?.[1] ?? null
}

/** The first SMTP reply code of a failure in a text, or null. */
export function findReplyCode(text: string): number | null {
  const found = /(?:^|[\s:;'"(>=-])([45]\d\d)(?=[\s:;<,.'")-]|$)/m.exec(text.slice(0, MAX_SCANNED))
  return found ? Number(found[1]) : null
}

/**
 * Why a delivery failed, from the server's text and status code.  Servers use 5.1.1 and 5.7.1 for nearly anything, so
 * the text beats the code. Phrases about the sender or the message beat phrases about the recipient. A code that
 * calls the address dead counts only if the text is about the recipient or says nothing.
 */
export function findReason(text: string, status: string | null): BounceReason {
  const words = text.slice(0, MAX_SCANNED).toLowerCase().replace(/\s+/g, ' ')
  const byWords = BOUNCE_PHRASES.find(([, phrases]) => phrases.some((phrase) => phrase.test(words)))?.[0]
  const byStatus = status ? STATUS_REASONS.find(([code]) => code.test(status))?.[1] : undefined
  const own = ownWords(serverReplyIn(text))
  if (byWords && HARD.has(byWords) && blamesSender(own)) return 'policy'
  if (byWords && !VAGUE.has(byWords)) return byWords
  if (byStatus && HARD.has(byStatus) && isAboutSomethingElse(own)) return byWords ?? 'unknown'
  return byStatus ?? byWords ?? 'unknown'
}

const SENDER = new RegExp(Object.values(SENDER_WORDS).flat().join('|'), 'u')
const RECIPIENT = new RegExp(RECIPIENT_WORDS.join('|'), 'u')
/** Web links, addresses, the relay's name for the remote server, codes, and boilerplate that every report contains. */
const BOILERPLATE = [
  /(?:https?:\/\/|www\.)\S+/g,
  /<?[^\s<>:;,]{1,200}@[^\s<>:;,]{1,253}>?/g,
  /\b(?:remote )?(?:host|server|mta) (?:\S+ ?)?(?:[[(][^\])]{0,100}[\])] ?)?(?:said|says|answered|responded|replied|reports)\b/g,
  /\b(?:smtp|dns|x-[a-z]+) ?;/g,
  /(?:see|visit|follow|click(?: on)?|go to|refer to|read)(?: the| this)? (?:link|url)/g,
  /\b(?:for|more) (?:more |further )?(?:information|details|help)\b/g,
]
const FILLER =
  /\b(?:e?smtp|permanent(?:ly)?|fatal|error|fail(?:ed|ure)?|delivery|deliver(?:ed|ing)?|undeliver(?:able|ed)|mail|e-?mail|message|returned?|bounced?|could|can|can't|cannot|was|be|not|to|the|your|a|this|is|it|sorry|of|and|in|at|for|after|end|data|command|remote|server|said|reply|response|status|code|action|x)\b/g

/** The lines of a report with the server's reply and its code; the whole text if no line has one. */
function serverReplyIn(text: string): string {
  const lines = text.slice(0, MAX_SCANNED).split('\n')
  const answer = lines.filter((line, at) => {
    const before = lines.slice(Math.max(0, at - 2), at)
    const start = before.findLastIndex((each) => ANSWER.test(each))
    const goesOn = start >= 0 && before.slice(start).every((each) => each.trim()) && line.trim() !== ''
    return ANSWER.test(line) || goesOn || (/:\s*$/.test(line) && ANSWER.test(lines[at + 1] ?? ''))
  })
  return (answer.length > 0 ? answer : lines).join(' ')
}

const ANSWER = /(?:^|[^\d.])[45]\d\d[ -]|(?:^|[^\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.])/

function ownWords(answer: string): string {
  const words = answer.toLowerCase().replace(/\s+/g, ' ')
  return BOILERPLATE.reduce((rest, pattern) => rest.replace(pattern, ' '), words)
}

/** True if a refusal concerns the sender, its servers or the message. */
function blamesSender(own: string): boolean {
  return SENDER.test(own)
}

/** True if there is text and none of it is about the recipient alone. */
function isAboutSomethingElse(own: string): boolean {
  if (blamesSender(own)) return true
  return !RECIPIENT.test(own) && /\p{L}{3}/u.test(own.replace(FILLER, ' '))
}

/** True if a server's reply is about the sender, whatever its code says of the recipient. */
export function isAboutSender(text: string): boolean {
  return blamesSender(ownWords(serverReplyIn(text)))
}

/** DNS errors for a name that doesn't exist. No server answered, so there is no code. */
const NO_SUCH_DOMAIN =
  /\bnxdomain\b|domain name not found|(?:domain|host)(?: name)? (?:does not|doesn.t) exist|no such domain|non-?existent domain/i

/**
 * hard: the address itself is dead and the reply is final. Full mailboxes, refused content, policy and everything
 * temporary are soft: another message, or the same one later, may arrive.
 */
export function classOfFailure(
  reason: BounceReason,
  status: string | null,
  code: number | null,
  words = '',
): 'hard' | 'soft' {
  // Gmail gives up immediately when the domain doesn't exist in DNS, and reports 4.0.0.
  const isSummary = status === '4.0.0' || status === '4.4.0'
  if (reason === 'host-unknown' && isSummary && NO_SUCH_DOMAIN.test(words)) return 'hard'
  const isTemporary = status ? status.startsWith('4') : code !== null && code < 500
  return HARD.has(reason) && !isTemporary ? 'hard' : 'soft'
}
