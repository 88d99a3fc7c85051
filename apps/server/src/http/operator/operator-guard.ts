import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RateLimits } from '../rate-limits.ts'
import { refuse } from '../refuse.ts'
import { sourceOf } from '../source-of.ts'

export interface GuardDeps {
  /** OPERATOR_TOKEN or METRICS_TOKEN. */
  token: string
  limits: Pick<RateLimits, 'take' | 'giveBack'>
}

export const GUESSES = { points: 20, seconds: 600 }
const LIMIT = 'operator token'
const NAME_MAX = 100

/** Admits whoever has the token, as a bearer token or as a password. A source has 20 guesses in 10 minutes. */
export const guardedBy =
  ({ token, limits }: GuardDeps) =>
  async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store')
    const { password } = readAuthorization(request)
    if (password !== null) {
      const source = sourceOf(request.ip)
      // Counted before it is compared, so that guesses at the same time count, too.
      const wait = await limits.take(LIMIT, source, GUESSES)
      if (wait !== null) refuse('request.too_many', { retryAfterSeconds: wait })
      if (isSame(password, token)) return limits.giveBack(LIMIT, source)
    }
    reply.header('www-authenticate', 'Basic realm="Goldpan operator", charset="UTF-8"')
    refuse('accounts.signed_out')
  }

/** For the audit log: 'sam (operator page)', after the user name that was given with the token. */
export function operatorOf(request: FastifyRequest): string {
  const name = readAuthorization(request).name.replace(/\p{C}/gu, '').trim().slice(0, NAME_MAX)
  return `${name || 'operator'} (operator page)`
}

function readAuthorization({ headers }: FastifyRequest): { name: string; password: string | null } {
  const [, scheme = '', value = ''] = /^(\w+) (.+)$/.exec(headers.authorization ?? '') ?? []
  if (scheme.toLowerCase() === 'bearer') return { name: '', password: value }
  if (scheme.toLowerCase() !== 'basic') return { name: '', password: null }
  const text = Buffer.from(value, 'base64').toString('utf8')
  const [, name = '', password = text] = /^([^:]*):(.*)$/s.exec(text) ?? []
  return { name, password }
}

/** Compares hashes, so that timing reveals neither the token's length nor its beginning. */
function isSame(given: string, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(token))
}
