/** Mulberry32 with a seed. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const SYLLABLES = 'ba ber bo da den dor el en fel ga gen gol ha hof il ka kel kro la len lo ma mer mo na nel nor ol pa per ra ren ro sa sen sol ta tel tor ul va ver vi wa wen zel'.split(' ') // biome-ignore format: one list

/** An invented, capitalised word. */
export function madeUpWord(random: () => number, syllables: number): string {
  const word = Array.from(
    { length: syllables },
    () => SYLLABLES[Math.floor(random() * SYLLABLES.length)],
  ).join('')
  return word.charAt(0).toUpperCase() + word.slice(1)
}
