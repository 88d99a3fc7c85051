import type { PlaceSearch, PlaceSearchResult } from '../place.ts'

/** Some 5 MB at most, what has not been asked for longest goes first. */
const MAX_PLACES = 8000
const MAX_PAGES = 2000
/** Whoever asks for something this long asks alone. */
const MAX_KEY = 500

interface Page {
  version: string
  result: PlaceSearchResult
}

/**
 * Pages as they were found. Many look for the same, and one person goes back and forth between pages. Each holds for one
 * version of the directory, which is asked for before it is shown again.
 */
export class RememberedPages {
  readonly #pages = new Map<string, Page>()
  #places = 0

  find(search: PlaceSearch): Page | undefined {
    const key = keyOf(search)
    const page = this.#pages.get(key)
    if (page === undefined) return undefined
    // Put last, so that it is forgotten last.
    this.#pages.delete(key)
    this.#pages.set(key, page)
    return page
  }

  keep(search: PlaceSearch, page: Page): void {
    const key = keyOf(search)
    if (key.length > MAX_KEY) return
    this.#drop(key)
    this.#pages.set(key, page)
    this.#places += page.result.places.length
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= MAX_PAGES && this.#places <= MAX_PLACES) return
      this.#drop(oldest)
    }
  }

  clear(): void {
    this.#pages.clear()
    this.#places = 0
  }

  #drop(key: string): void {
    this.#places -= this.#pages.get(key)?.result.places.length ?? 0
    this.#pages.delete(key)
  }
}

function keyOf({ query, location, limit, after, filters = {} }: PlaceSearch): string {
  const wanted = [filters.has_website, filters.has_phone, filters.has_email].map(Boolean)
  return JSON.stringify([query.trim(), location?.trim() || null, limit, after ?? null, ...wanted])
}
