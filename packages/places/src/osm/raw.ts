import type { Line } from '../geometry/rings.ts'
import type { Tags } from './business-tags.ts'

/** A business as OpenStreetMap has it: the id as in place ids without the prefix, `node/123`. */
export interface RawPlace {
  id: string
  lat: number
  lon: number
  tags: Tags
}

/** A town, a village, a station: something with a name and a point. */
export interface RawPoint {
  id: string
  lat: number
  lon: number
  tags: Tags
}

export interface RawBoundary {
  id: string
  tags: Tags
  lines: { role: string; way: number; line: Line }[]
  /** Whether the file has all of its lines: those of a neighbouring country are cut off at the extract's edge. */
  isWhole: boolean
}
