import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { HandlerInput } from '@goldpan/contract/route'
import { SEARCH_MAX_MATCHES, SEARCH_PAGE_SIZE, searchRoutes } from '@goldpan/contract/search'
import { savedBusiness } from '@goldpan/contract/tables'
import type { Database } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import type { Binder } from '../../http/bind.ts'
import { refuse } from '../../http/refuse.ts'
import type { Clock } from '../../providers/clock/port.ts'
import {
  CursorLost,
  type Directory,
  type DirectoryPage,
  type DirectorySearch,
  DirectoryUnavailable,
  type FoundBusiness,
} from '../../providers/directory/port.ts'
import type { Tables } from '../tables/tables.ts'
import { refuseLimit, type Usage } from '../usage/usage.ts'

/** Pages to read for one page of businesses that are in no table of the user. */
const MAX_EXTRA_PAGES = 25
/** Further pages of a search are free for this long. */
const TOKEN_LIFETIME_MS = 3_600_000
/** Businesses read at a time to save all matches. */
const MATCHES_PAGE_SIZE = 100
const MAX_READ_TO_COUNT = 500

type Form = HandlerInput<typeof searchRoutes.search>['body']
type SaveForm = HandlerInput<typeof searchRoutes.saveMatches>['body']

export interface SearchDeps {
  db: Database
  systemClock: Clock
  directory: Pick<Directory, 'search'>
  usage: Pick<Usage, 'book' | 'countAffordable'>
  tables: Pick<Tables, 'findHoldingTables' | 'create' | 'addBusinesses'>
  /** Signs the tokens of searches and pages. */
  secret: Buffer
}

const isNew = ({ in_tables }: { in_tables: string[] }) => in_tables.length === 0

export function createSearch({ db, systemClock, directory, usage, tables, secret }: SearchDeps) {
  const tokens = createTokens(secret)

  const ask = (search: DirectorySearch) =>
    directory.search(search).catch((error: unknown) => {
      if (error instanceof CursorLost) return refuse('search.bad_page_token')
      if (!(error instanceof DirectoryUnavailable)) throw error
      const { kind, message } = error
      return refuse(kind === 'refused' ? 'search.directory_refused' : 'search.directory_unavailable', {
        message,
      })
    })

  /** A page of the directory, with the owner's tables that contain each business. */
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

  /** Reads further pages until one is full of businesses in no table of the owner. */
  const askForNew = async (owner: OwnerId, search: DirectorySearch) => {
    let page = await askPage(owner, search)
    const { counted } = page
    const fresh = page.businesses.filter(isNew)
    for (let more = 0; more < MAX_EXTRA_PAGES && page.nextCursor; more++) {
      const pageSize = search.pageSize - fresh.length
      if (pageSize <= 0) break
      page = await askPage(owner, { ...search, cursor: page.nextCursor, pageSize })
      fresh.push(...page.businesses.filter(isNew))
    }
    return { ...page, counted, businesses: fresh }
  }

  const read = (owner: OwnerId, filters: Form['filters'], search: DirectorySearch) => {
    const { not_in_tables = false, ...directoryFilters } = filters ?? {}
    return (not_in_tables ? askForNew : askPage)(owner, { ...search, filters: directoryFilters })
  }

  const findSearch = (token: string, words: SearchTerms) =>
    tokens.read('search', token, words, systemClock.now()) ?? refuse('search.bad_page_token')

  /** All matches of a search, up to SEARCH_MAX_MATCHES, best first. */
  async function readMatches(
    owner: OwnerId,
    { query, location, filters }: Pick<Form, 'query' | 'location' | 'filters'>,
  ) {
    const businesses: FoundBusiness[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const left = SEARCH_MAX_MATCHES - businesses.length
      if (left <= 0) break
      const pageSize = Math.min(MATCHES_PAGE_SIZE, left)
      const page = await read(owner, filters, { query, location, pageSize, cursor: cursor ?? null })
      businesses.push(...page.businesses)
      cursor = page.nextCursor
    }
    return businesses
  }

  /** Counts the matches that aren't in the owner's tables yet. Null if there are too many to read. */
  async function countNew(
    owner: OwnerId,
    form: Pick<Form, 'query' | 'location' | 'filters'>,
    counted: DirectoryPage['counted'],
  ) {
    if (!counted || counted.total > MAX_READ_TO_COUNT) return null
    const businesses = await readMatches(owner, form)
    const withWebsite = businesses.filter(({ website }) => website !== null).length
    return { total: businesses.length, withWebsite }
  }

  return {
    /**
     * A first page costs one search, booked once it was found, unless the directory doesn't cover the place. Further
     * pages, filters and orders are free for an hour.
     */
    async search(owner: OwnerId, { query, location, pageToken, searchToken, filters, sort }: Form) {
      const words = { owner, query, location }
      const bound = { ...words, filters: JSON.stringify(filters ?? {}), sort }
      const page = pageToken ? tokens.read('page', pageToken, bound, systemClock.now()) : null
      if (pageToken && !page) refuse('search.bad_page_token')
      const earlier = page ?? (searchToken ? findSearch(searchToken, words) : null)
      if (!earlier && (await usage.countAffordable(db, owner, 'business_searches')) === 0)
        refuseLimit('business_searches')
      const found = await read(owner, filters, {
        query,
        location,
        sort,
        pageSize: SEARCH_PAGE_SIZE,
        cursor: page?.cursor ?? null,
        countTo: SEARCH_MAX_MATCHES + 1,
      })
      const search_id = earlier?.search_id ?? randomUUID()
      const isPaid = earlier !== null || found.isCovered
      const { usedTokens } =
        earlier || !isPaid
          ? { usedTokens: false }
          : await db.transaction((tx) => usage.book(tx, owner, 'business_searches', `search:${search_id}`))
      const expires_at =
        earlier?.expires_at ?? new Date(systemClock.now().getTime() + TOKEN_LIFETIME_MS).toISOString()
      const { nextCursor: cursor } = found
      const counted = filters?.not_in_tables
        ? await countNew(owner, { query, location, filters }, found.counted)
        : found.counted
      return {
        businesses: found.businesses,
        nextPageToken: cursor && tokens.write('page', { ...bound, search_id, expires_at, cursor }),
        searchToken: isPaid ? tokens.write('search', { ...words, search_id, expires_at }) : null,
        usedTokens,
        widened: found.widened,
        is_around: found.isAround,
        is_covered: found.isCovered,
        sorts: found.sorts,
        total: counted?.total ?? null,
        with_website: counted?.withWebsite ?? null,
        categories: found.counted?.categories ?? [],
        attributions: found.attributions,
      }
    },

    /** Reads the matches again, so that only data of the directory are saved. */
    async saveMatches(owner: OwnerId, form: SaveForm) {
      const { query, location, searchToken, except, into } = form
      findSearch(searchToken, { owner, query, location })
      const left = new Set(except)
      const matches = (await readMatches(owner, form)).filter(({ place_id }) => !left.has(place_id))
      const businesses = matches.flatMap((match) => savedBusiness.safeParse(match).data ?? [])
      if (businesses.length === 0) refuse('search.none_selected')
      if ('table_id' in into) {
        const saved = await tables.addBusinesses(owner, into.table_id, { businesses })
        return { table_id: into.table_id, ...saved }
      }
      const searched = location ? `${query} in ${location}` : query
      const table = await tables.create(owner, { name: into.name, query: searched, businesses })
      return { table_id: table.id, added: businesses.length, known: 0 }
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
  bind(searchRoutes.saveMatches, ({ owner, body }) => search.saveMatches(owner, body))
}

interface SearchTerms {
  owner: string
  query: string
  location: string | null
}

interface SearchToken extends SearchTerms {
  search_id: string
  expires_at: string
}

interface PageToken extends SearchToken {
  filters: string
  sort: string
  cursor: string
}

interface TokenKinds {
  /** Proves that the search was paid for. */
  search: SearchToken
  /** Fetches the next page with the same filters and order. */
  page: PageToken
}
type Kind = keyof TokenKinds

/** Opaque, signed tokens, bound to the owner and the query. */
function createTokens(secret: Buffer) {
  const sign = (kind: Kind, payload: string) =>
    createHmac('sha256', secret).update(`${kind}-token:${payload}`).digest()

  return {
    write<K extends Kind>(kind: K, token: TokenKinds[K]): string {
      const payload = Buffer.from(JSON.stringify(token)).toString('base64url')
      return `${payload}.${sign(kind, payload).toString('base64url')}`
    },

    /** Null if the token is forged, bound to another search or owner, or older than an hour. */
    read<K extends Kind>(
      kind: K,
      text: string,
      bound: Partial<TokenKinds[K]>,
      now: Date,
    ): TokenKinds[K] | null {
      const [payload = '', signature = ''] = text.split('.')
      const [given, right] = [Buffer.from(signature, 'base64url'), sign(kind, payload)]
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null
      const token = JSON.parse(Buffer.from(payload, 'base64url').toString()) as TokenKinds[K]
      const isBound = (Object.keys(bound) as (keyof TokenKinds[K])[]).every(
        (key) => token[key] === bound[key],
      )
      return isBound && new Date(token.expires_at) > now ? token : null
    },
  }
}
