import { expect, test } from 'vitest'
import { CursorLost, type Directory, type FoundBusiness } from './port.ts'

export interface DirectorySuite {
  directory: Directory
  /** Must find more than two pages, including businesses without a website and without a phone number. */
  query: string
  location: string | null
}

/** Behaviour of every directory adapter. */
export function directorySuite(name: string, prepare: () => Promise<DirectorySuite>): void {
  const plain = { pageSize: 20, cursor: null }

  async function readAll(filters = {}): Promise<FoundBusiness[][]> {
    const { directory, query, location } = await prepare()
    const pages: FoundBusiness[][] = []
    let cursor: string | null = null
    do {
      const page = await directory.search({ query, location, pageSize: 20, cursor, filters })
      pages.push(page.businesses)
      cursor = page.nextCursor
    } while (cursor !== null)
    return pages
  }

  test(`${name}: pages follow each other without gaps or repeats`, async () => {
    const pages = await readAll()
    expect(pages.length).toBeGreaterThan(2)
    for (const page of pages.slice(0, -1)) expect(page.length).toBeLessThanOrEqual(20)
    const ids = pages.flat().map(({ place_id }) => place_id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test(`${name}: every business has an id, a name, a source and a position`, async () => {
    const [first] = await readAll()
    for (const business of first!) {
      expect(business.place_id).not.toBe('')
      expect(business.name).not.toBe('')
      expect(business.attribution).toBeTruthy()
      expect(Math.abs(business.lat!)).toBeLessThanOrEqual(90)
      expect(Math.abs(business.lon!)).toBeLessThanOrEqual(180)
    }
  })

  test(`${name}: the filters apply to every page`, async () => {
    const all = (await readAll()).flat()
    for (const field of ['website', 'phone'] as const) {
      const filtered = (await readAll({ [`has_${field}`]: true })).flat()
      expect(filtered.length).toBe(all.filter((business) => business[field] !== null).length)
      expect(filtered.every((business) => business[field] !== null)).toBe(true)
    }
  })

  test(`${name}: an unknown cursor is lost`, async () => {
    const { directory, query, location } = await prepare()
    for (const cursor of ['nonsense', '2:nonsense', 'bnVsbA'])
      await expect(directory.search({ ...plain, query, location, cursor })).rejects.toBeInstanceOf(CursorLost)
  })

  test(`${name}: places of other sources are not refreshed`, async () => {
    const { directory } = await prepare()
    expect((await directory.refresh(['manual-1767225600000-0011aabbcc', 'other:thing/1'])).size).toBe(0)
  })
}
