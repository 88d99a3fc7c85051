import { randomUUID } from 'node:crypto'
import type { HandlerInput } from '@goldpan/contract/route'
import { SEARCH_PAGE_SIZE, type searchRoutes } from '@goldpan/contract/search'
import type { Database } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
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
import { PAGE_TOKEN_LIFETIME_MS, readPageToken, writePageToken } from './search.rules.ts'

/** So many pages are read at most to fill one with businesses that are new to the user. */
const MAX_EXTRA_PAGES = 25

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

  /** One page of the directory, each business with the owner's tables that hold it. */
  const askPage = async (owner: OwnerId, search: DirectorySearch) => {
    const page = await ask(search)
    const held = await tables.findHoldingTables(
      owner,
      page.businesses.map((business) => business.place_id),
    )
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
    /** A first page costs one search, booked once it has been found; further pages of it cost nothing for an hour. */
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
