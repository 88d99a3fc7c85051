import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { HandlerInput } from '@goldpan/contract/route'
import { SEARCH_PAGE_SIZE, searchRoutes } from '@goldpan/contract/search'
import type { Database } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import type { Binder } from '../../http/bind.ts'
import { refuse } from '../../http/refuse.ts'
import type { Clock } from '../../providers/clock/port.ts'
import {
  CursorLost,
  type Directory,
  type DirectorySearch,
  DirectoryUnavailable,
} from '../../providers/directory/port.ts'
import type { Tables } from '../tables/tables.ts'
import { refuseLimit, type Usage } from '../usage/usage.ts'

/** Pages that are read to fill one with businesses that no table of the user holds. */
const MAX_EXTRA_PAGES = 25
/** Further pages of a search are free for this long. */
const PAGE_TOKEN_LIFETIME_MS = 3_600_000

type Form = HandlerInput<typeof searchRoutes.search>['body']

export interface SearchDeps {
  db: Database
  clock: Clock
  directory: Pick<Directory, 'search'>
  usage: Pick<Usage, 'book' | 'countAffordable'>
  tables: Pick<Tables, 'findHoldingTables'>
  /** Signs page tokens. */
  secret: Buffer
}

const isNew = ({ in_tables }: { in_tables: string[] }) => in_tables.length === 0

export function createSearch({ db, clock, directory, usage, tables, secret }: SearchDeps) {
  const ask = (search: DirectorySearch) =>
    directory.search(search).catch((error: unknown) => {
      if (error instanceof CursorLost) return refuse('search.bad_page_token')
      if (!(error instanceof DirectoryUnavailable)) throw error
      const { kind, message } = error
      return refuse(kind === 'refused' ? 'search.directory_refused' : 'search.directory_unavailable', {
        message,
      })
    })

  /** A page of the directory, each business with the owner's tables that hold it. */
  const askPage = async (owner: OwnerId, search: DirectorySearch) => {
    const page = await ask(search)
    const placeIds = page.businesses.map(({ place_id }) => place_id)
    const held = await tables.findHoldingTables(owner, placeIds)
    const businesses = page.businesses.map((business) => ({
      ...business,
      in_tables: held.get(business.place_id) ?? [],
    }))
    return { ...page, businesses }
  }

  /** Reads on until a page is full of businesses that no table of the owner holds yet. */
  const askForNew = async (owner: OwnerId, search: DirectorySearch) => {
    let page = await askPage(owner, search)
    const fresh = page.businesses.filter(isNew)
    for (let more = 0; more < MAX_EXTRA_PAGES && page.nextCursor; more++) {
      const pageSize = search.pageSize - fresh.length
      if (pageSize <= 0) break
      page = await askPage(owner, { ...search, cursor: page.nextCursor, pageSize })
      fresh.push(...page.businesses.filter(isNew))
    }
    return { ...page, businesses: fresh }
  }

  return {
    /** A first page costs one search, booked after it was found. Its further pages are free for an hour. */
    async search(owner: OwnerId, { query, location, pageToken, filters }: Form) {
      const { not_in_tables = false, ...directoryFilters } = filters ?? {}
      const bound = { owner, query, location, filters: JSON.stringify(filters ?? {}) }
      const earlier = pageToken ? readPageToken(pageToken, bound, secret, clock.now()) : null
      if (pageToken && !earlier) refuse('search.bad_page_token')
      if (!earlier && (await usage.countAffordable(db, owner, 'business_searches')) === 0)
        refuseLimit('business_searches')
      const read = not_in_tables ? askForNew : askPage
      const page = await read(owner, {
        query,
        location,
        filters: directoryFilters,
        pageSize: SEARCH_PAGE_SIZE,
        cursor: earlier?.cursor ?? null,
      })
      const search_id = earlier?.search_id ?? randomUUID()
      const { usedTokens } = earlier
        ? { usedTokens: false }
        : await db.transaction((tx) => usage.book(tx, owner, 'business_searches', `search:${search_id}`))
      const expires_at =
        earlier?.expires_at ?? new Date(clock.now().getTime() + PAGE_TOKEN_LIFETIME_MS).toISOString()
      return {
        businesses: page.businesses,
        nextPageToken: page.nextCursor
          ? writePageToken({ ...bound, search_id, cursor: page.nextCursor, expires_at }, secret)
          : null,
        usedTokens,
        widened: page.widened,
        attributions: page.attributions,
      }
    },
  }
}

export type Search = ReturnType<typeof createSearch>

export interface MapPictures {
  tiles: string | null
  attribution: string | null
}

export function bindSearch(bind: Binder, search: Search, map: MapPictures): void {
  bind(searchRoutes.map, () => map)
  bind(searchRoutes.search, ({ owner, body }) => search.search(owner, body))
}

interface PageToken {
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

/** An opaque, signed token for the next page, bound to the owner and the query. */
function writePageToken(token: PageToken, secret: Buffer): string {
  const payload = Buffer.from(JSON.stringify(token)).toString('base64url')
  return `${payload}.${sign(payload, secret).toString('base64url')}`
}

/** Null if the token is forged, of another owner or query, or older than an hour. */
function readPageToken(
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
