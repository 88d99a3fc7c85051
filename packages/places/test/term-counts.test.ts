import { expect, test } from 'vitest'
import type { PlaceInput } from '../src/places.ts'
import { spellings } from '../src/text/spelling.ts'
import { createTestDirectory } from './database.ts'

const { pool, places } = await createTestDirectory()

/** Each name has four words that no other has. */
function* named(count: number): Generator<PlaceInput> {
  for (let n = 0; n < count; n++) {
    const own = ['bakk', 'reyo', 'multi', 'quost'].map((start) => `${start}${lettersOf(n)}x`).join(' ')
    yield {
      place_id: `demo:${n}`, name: `Common ${own}`, category: 'shop=bakery', address: 'High Street 1',
      locality: 'Goldwater', country: 'CH', lat: 47, lon: 9 + n / 1e5, website: null, phone: null, email: null,
    } // biome-ignore format: one place
  }
}

const lettersOf = (n: number): string =>
  (n < 26 ? '' : lettersOf(Math.floor(n / 26) - 1)) + String.fromCharCode(97 + (n % 26))

/** Terms whose count differs from the number of places with them. */
const WRONG = `
  with carried as (
    select term, count(*) as places from places.place p join places.region r using (region_id), unnest(terms) as term
    where r.name = $1 and term not like 'name:%' and term not like 'level_:%' group by term)
  select t.term from places.term t join places.region r using (region_id) full join carried c on c.term = t.term
  where coalesce(r.name, $1) = $1 and c.places is distinct from t.uses`

test('term counts equal the number of places with the term', async () => {
  await places.importPlaces('named', named(300))
  expect((await pool.query(WRONG, ['named'])).rows).toEqual([])

  const last = `quost${lettersOf(299)}x`
  const { rows } = await pool.query(
    `select term, uses, spellings @> array[substr(term, 7)] as is_spelled from places.term where term = any($1) order by term`,
    [['word:common', `word:${last}`]],
  )
  expect(rows).toEqual([
    { term: 'word:common', uses: 300, is_spelled: true },
    { term: `word:${last}`, uses: 1, is_spelled: true },
  ])
})

test('the database computes spellings like the package', async () => {
  for (const word of ['bakery', 'aabb', 'abc', 'straße', 'x'.repeat(41)]) {
    const { rows } = await pool.query('select places.spellings($1) as found', [word])
    expect(rows[0].found.toSorted()).toEqual(spellings(word).toSorted())
  }
})
