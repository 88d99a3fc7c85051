import type { Page } from './page.ts'
import type { Block } from './page-text.ts'

export interface AtSign {
  at: number
  /** The text around it up to the next borders of elements. */
  piece: { from: number; to: number }
  block: Block
}

const MAX_AT_SIGNS = 20_000

/** Allowed next to the sign, spaces included. */
const NEIGHBOUR = /[^@\n]/

/** Finds every visible '@' with its block and its unbroken piece of text. */
export function* eachAt(page: Page): Generator<AtSign> {
  let block = 0
  let seam = 0
  let count = 0
  for (
    let at = page.text.indexOf('@');
    at >= 0 && count < MAX_AT_SIGNS;
    at = page.text.indexOf('@', at + 1)
  ) {
    while (page.blocks[block + 1] && page.blocks[block + 1]!.from <= at) block++
    const own = page.blocks[block]
    if (!own || at >= own.to) continue
    while (seam < page.seams.length && page.seams[seam]! <= at) seam++
    const before = page.seams[seam - 1] ?? 0
    const after = page.seams[seam] ?? own.to
    if (!NEIGHBOUR.test(page.text[at - 1] ?? '') || !NEIGHBOUR.test(page.text[at + 1] ?? '')) continue
    count++
    yield { at, piece: { from: Math.max(own.from, before), to: Math.min(own.to, after) }, block: own }
  }
}
