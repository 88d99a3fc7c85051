import { BadWire, Wire } from './wire.ts'

/** In the order in which a sorted file has them. */
export const KINDS = ['node', 'way', 'relation'] as const
export type Kind = (typeof KINDS)[number]

/** By the fields of a group: single nodes, many nodes, ways, relations. */
const BY_FIELD: readonly (Kind | undefined)[] = [undefined, 'node', 'node', 'way', 'relation']

/** Of what kind a block's first element is, by the block's first bytes; nothing where these do not say it. */
export function firstKind(bytes: Uint8Array): Kind | undefined {
  const wire = new Wire(bytes, 0, Number.POSITIVE_INFINITY)
  try {
    while (wire.position < bytes.length) {
      if (wire.next() !== 2) {
        wire.skip()
        continue
      }
      const end = wire.enter()
      if (wire.position >= bytes.length) return undefined
      if (wire.position < end) return BY_FIELD[wire.next()]
    }
  } catch (error) {
    if (!(error instanceof BadWire)) throw error
  }
  return undefined
}
