import type { Places } from '../../src/places.ts'
import type { KnownAnswer } from './known-answer.ts'
import type { Truth } from './truth.ts'

export interface Score {
  answer: KnownAnswer
  wanted: number
  found: number
  /** Share of expected businesses found on any page. */
  recall: number
  /** Share of the first 20 results that are correct. */
  precision: number
  missed: string[]
  wrong: string[]
}

const FIRST = 20

/** `standsFor` returns the id that an element was merged into, or its own. */
export async function scoreAnswer(
  places: Pick<Places, 'search'>,
  answer: KnownAnswer,
  truth: Truth,
  standsFor: (id: string) => string,
  isKnown: (id: string) => boolean,
): Promise<Score> {
  // Without a location, other regions have results too, which their own queries judge.
  const found = (await allFound(places, answer)).filter(({ place_id }) => isKnown(place_id))
  const ids = new Set(found.map(({ place_id }) => place_id))
  const wanted = new Set([...truth.wanted].map(standsFor))
  const allowed = new Set([...truth.allowed].map(standsFor))
  const missed = [...wanted].filter((id) => !ids.has(id))
  const first = found.slice(0, FIRST)
  const wrong = first.filter(({ place_id }) => !allowed.has(place_id))
  return {
    answer,
    wanted: wanted.size,
    found: found.length,
    recall: wanted.size === 0 ? 1 : 1 - missed.length / wanted.size,
    precision: first.length === 0 ? (wanted.size === 0 ? 1 : 0) : 1 - wrong.length / first.length,
    missed,
    wrong: wrong.map(({ name, place_id }) => `${name} (${place_id})`),
  }
}

async function allFound(places: Pick<Places, 'search'>, { query, location }: KnownAnswer) {
  const found: { place_id: string; name: string }[] = []
  let after: string | undefined
  do {
    const page = await places.search({ query, location, limit: 100, after })
    found.push(...page.places)
    after = page.next ?? undefined
  } while (after !== undefined)
  return found
}

export function average(scores: readonly Score[], field: 'recall' | 'precision'): number {
  return scores.reduce((sum, score) => sum + score[field], 0) / scores.length
}
