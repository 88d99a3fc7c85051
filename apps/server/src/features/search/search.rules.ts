import { createHmac, timingSafeEqual } from 'node:crypto'

/** How long the further pages of a search can be asked for, at no cost. */
export const PAGE_TOKEN_LIFETIME_MS = 3_600_000

export interface PageToken {
  owner: string
  query: string
  location: string | null
  filters: string
  search_id: string
  cursor: string
  expires_at: string
}

const sign = (payload: string, secret: Buffer) =>
  createHmac('sha256', secret).update(`page-token:${payload}`).digest()

/** An opaque, signed token for the next page: bound to the user and the query. */
export function writePageToken(token: PageToken, secret: Buffer): string {
  const payload = Buffer.from(JSON.stringify(token)).toString('base64url')
  return `${payload}.${sign(payload, secret).toString('base64url')}`
}

/** Null for a token that is forged, of another user or query, or older than an hour. */
export function readPageToken(
  text: string,
  wanted: Pick<PageToken, 'owner' | 'query' | 'location' | 'filters'>,
  secret: Buffer,
  now: Date,
): PageToken | null {
  const [payload = '', signature = ''] = text.split('.')
  const [given, right] = [Buffer.from(signature, 'base64url'), sign(payload, secret)]
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  const token = JSON.parse(Buffer.from(payload, 'base64url').toString()) as PageToken
  const isSame = (['owner', 'query', 'location', 'filters'] as const).every(
    (key) => token[key] === wanted[key],
  )
  return isSame && new Date(token.expires_at) > now ? token : null
}
