import type { Pool } from 'pg'
import type { Places } from '../../src/places.ts'
import { knownAnswers } from './known-answers.ts'
import { type Score, scoreAnswer } from './score.ts'
import { readElements, truthOf } from './truth.ts'

/** Scores the results of all queries about an imported region against its file. */
export async function checkRegion(
  { pool, places }: { pool: Pool; places: Places },
  { region, path, now }: { region: string; path: string; now: Date },
): Promise<Score[]> {
  const elements = await readElements(path, now)
  const ids = new Set(elements.map(({ id }) => id))
  const merged = await readMerged(pool)
  const standsFor = (id: string) => merged.get(id) ?? id
  const scores: Score[] = []
  for (const answer of knownAnswers.filter(({ of }) => of === region))
    scores.push(await scoreAnswer(places, answer, truthOf(answer, elements), standsFor, (id) => ids.has(id)))
  return scores
}

async function readMerged(pool: Pool): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ place_id: string; merged: string }>(
    'select place_id, unnest(merged_ids) as merged from places.place',
  )
  return new Map(rows.map(({ place_id, merged }) => [merged, place_id]))
}
