/** Deterministic choices. Consecutive seeds differ in every `nth` of two or more. */
export interface Seeded {
  /** Picks the item at the seed, modulo the length. */
  nth<T>(list: readonly T[]): T
  /** A shuffled copy. */
  shuffled<T>(list: readonly T[]): T[]
}

export function seeded(seed: number): Seeded {
  const whole = Number.isFinite(seed) ? Math.abs(Math.trunc(seed)) % 0x7fffffff : 0
  const random = mulberry32(whole)
  return {
    nth: (list) => list[whole % list.length]!,
    shuffled: (list) =>
      list
        .map((value) => ({ value, order: random() }))
        .sort((a, b) => a.order - b.order)
        .map(({ value }) => value),
  }
}

/** Mulberry32 by Tommy Ettinger: small, and the same on every machine. */
function mulberry32(start: number): () => number {
  let state = start | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
