/** How long a provider takes no more mail from a mailbox; null for a limit that ends with the day. */
export interface ProviderLimit {
  wait_ms: number | null
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Gmail 5.4.5 and 4.7.28; Microsoft 365 5.7.232 to 5.7.236. They mean nothing but a limit of the sender's. */
const LIMIT_CODES = /(?<![\d.])(?:5\.4\.5|4\.7\.28|5\.7\.23[2-6])(?!\.?\d)/
/** Other refusals use these codes, too. */
const CODES_OF_MANY = /(?<![\d.])(?:5\.2\.0|5\.1\.90)(?!\.?\d)/

/**
 * Recognizes a mail server's reply about how much a mailbox may send. Temporary ones (4xx) are over in a minute; the
 * others are daily unless the server speaks of an hour or a minute.
 */
export function findLimit(code: number | null, answer: string): ProviderLimit | null {
  const isLimit = LIMIT_CODES.test(answer) || (CODES_OF_MANY.test(answer) && /limit|quota/i.test(answer))
  if (!isLimit) return null
  if (code !== null && code < 500) return { wait_ms: MINUTE_MS }
  if (/\bda(?:y|ily)\b|24.?h/i.test(answer)) return { wait_ms: null }
  if (/\bhour(?:ly)?\b/i.test(answer)) return { wait_ms: 60 * MINUTE_MS }
  return { wait_ms: /\bminutes?\b/i.test(answer) ? MINUTE_MS : null }
}

const DAILY_REASONS = new Set(['dailyLimitExceeded', 'quotaExceeded', 'ErrorExceededMessageLimit'])
const SHORT_REASONS = new Set(['rateLimitExceeded', 'userRateLimitExceeded'])

/** A refusal over HTTP. */
export interface ApiRefusal {
  status: number
  /** The provider's code, such as 'userRateLimitExceeded'; empty without one. */
  reason: string
  message: string
  /** The header Retry-After. */
  retryAfter: string | null
}

/** Recognizes an answer of Gmail or Microsoft Graph about how much may be sent or asked. */
export function findApiLimit(
  { status, reason, message, retryAfter }: ApiRefusal,
  now: Date,
): ProviderLimit | null {
  const wait = waitOf(retryAfter, message, now)
  if ((status === 403 || status === 429) && DAILY_REASONS.has(reason)) return { wait_ms: wait }
  const isShort = status === 429 || status === 509 || (status === 403 && SHORT_REASONS.has(reason))
  // A plain 503 is a fault; with a time to wait, Microsoft means its limit.
  if (isShort || (status === 503 && wait !== null)) return { wait_ms: wait ?? MINUTE_MS }
  return null
}

/** Seconds, or a date. Gmail names the time in its text alone: 'Retry after 2026-03-01T10:00:00.000Z'. */
function waitOf(retryAfter: string | null, message: string, now: Date): number | null {
  const until = retryAfter ?? /retry after (\d{4}-\d\d-\d\dT[\d:.]{5,15}Z)/i.exec(message)?.[1] ?? null
  if (until === null) return null
  const ms = /^\s*\d+\s*$/.test(until) ? Number(until) * 1000 : Date.parse(until) - now.getTime()
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 1000), DAY_MS) : null
}
