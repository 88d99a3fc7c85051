import { expect, test } from 'vitest'
import type { PlaceInput } from '../src/places.ts'
import { createTestDirectory } from './database.ts'

const { pool, places } = await createTestDirectory()

/** Each with four words that no other has. */
function* named(count: number): Generator<PlaceInput> {
  for (let n = 0; n < count; n++) {
    const own = ['bakk', 'reyo', 'multi', 'quost'].map((start) => `${start}${lettersOf(n)}x`).join(' ')
    yield {
      ...{ place_id: `demo:${n}`, name: `Common ${own}`, category: 'shop=bakery', address: 'High Street 1' },
      ...{ locality: 'Goldwater', country: 'CH', lat: 47, lon: 9 + n / 1e5, website: null, phone: null, email: null },
    } // biome-ignore format: one place
  }
}

const lettersOf = (n: number): string =>
  (n < 26 ? '' : lettersOf(Math.floor(n / 26) - 1)) + String.fromCharCode(97 + (n % 26))

/** Terms whose count is not the number of places that carry them, or whose levels do not add up to it. */
const WRONG = `
  with carried as (
    select term, count(*) as places from places.place p join places.region r using (region_id), unnest(terms) as term
    where r.name = $1 group by term)
  select t.* from places.term t join places.region r using (region_id) left join carried c on c.term = t.term
  where r.name = $1 and (c.places is distinct from t.uses
    or (t.uses >= 200) <> (t.levels is not null)
    or t.levels is not null and t.uses <> (select sum(level) from unnest(t.levels) as level))`

test.each([
  ['few', 300],
  ['more than are counted in memory', 11_000],
])('terms are counted as often as places carry them: %s', async (region, count) => {
  await places.importPlaces(region, named(count))
  expect((await pool.query(WRONG, [region])).rows).toEqual([])

  const { rows } = await pool.query(
    `select word, uses, spellings is not null as is_spelled from places.term t join places.region r using (region_id)
     where r.name = $1 and word = any($2) order by word`,
    [region, ['common', `quost${lettersOf(count - 1)}x`]],
  )
  expect(rows).toEqual([
    { word: 'common', uses: count, is_spelled: true },
    { word: `quost${lettersOf(count - 1)}x`, uses: 1, is_spelled: true },
  ])
})
