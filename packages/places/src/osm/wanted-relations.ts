import type { Block } from '../pbf/block.ts'
import { MEMBER_NODE, MEMBER_WAY } from '../pbf/elements.ts'
import { businessTags, type Tags } from './business-tags.ts'
import { BOUNDARY, BUSINESS, interestIn, interestOf, LANDMARK, readTags, SETTLEMENT } from './interest.ts'
import { isLandmark } from './landmarks.ts'

export interface WantedRelation {
  id: number
  tags: Tags
  isBusiness: boolean
  isBoundary: boolean
  isLandmark: boolean
  ways: { id: number; role: string }[]
  nodes: number[]
}

const AREA_PLACES = new Set(
  'city town village hamlet suburb quarter neighbourhood borough city_district municipality island'.split(
    ' ',
  ),
)

/** Whether the tags draw an area that people name when they say where: a municipality, a postcode, a quarter. */
function isNamedArea(tags: Tags): boolean {
  if (tags.boundary === 'postal_code') return tags.postal_code !== undefined
  if (tags.name === undefined) return false
  if (tags.boundary === 'administrative') return /^(?:[2-9]|1[01])$/.test(tags.admin_level ?? '')
  return AREA_PLACES.has(tags.place ?? '')
}

const WANTED = BUSINESS | SETTLEMENT | BOUNDARY | LANDMARK

/** The relations of a block that become businesses, boundaries or landmarks. */
export function* wantedRelations(block: Block, now: Date): Generator<WantedRelation> {
  const { relations } = block
  const interest = interestOf(block)
  for (let i = 0; i < relations.count; i++) {
    const from = relations.tagFrom.values[i]!
    const to = relations.tagFrom.values[i + 1]!
    if ((interestIn(interest, relations.tags, from, to) & WANTED) === 0) continue
    const tags = readTags(block, relations.tags, from, to)
    const isArea = tags.type === 'multipolygon' || tags.type === 'boundary'
    const isBoundary = isArea && isNamedArea(tags)
    const isBusiness = (isArea || tags.type === 'site') && businessTags(tags, now).length > 0
    const isMark = (isArea || tags.type === 'site') && isLandmark(tags)
    if (isBoundary || isBusiness || isMark) {
      const id = relations.ids.values[i]!
      yield { id, tags, isBusiness, isBoundary, isLandmark: isMark, ...membersOf(block, i) }
    }
  }
}

function membersOf(block: Block, index: number): Pick<WantedRelation, 'ways' | 'nodes'> {
  const { memberFrom, memberIds, memberTypes, memberRoles } = block.relations
  const ways: WantedRelation['ways'] = []
  const nodes: number[] = []
  for (let i = memberFrom.values[index]!; i < memberFrom.values[index + 1]!; i++) {
    const id = memberIds.values[i]!
    if (memberTypes.values[i] === MEMBER_WAY) ways.push({ id, role: block.string(memberRoles.values[i]!) })
    else if (memberTypes.values[i] === MEMBER_NODE) nodes.push(id)
  }
  return { ways, nodes }
}
