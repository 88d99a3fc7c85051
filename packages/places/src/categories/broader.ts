import { labelOf, type Tag } from './dictionary.ts'

/** What stands in for a category that few places are marked with. */
const BROADER: Record<Tag, Tag[]> = {
  'bar=wine': ['amenity=bar', 'amenity=pub'],
}

/** The wider category of the tags, with what both are called; undefined when there is none. */
export function broaderOf(tags: readonly Tag[]): { tags: Tag[]; asked: string; shown: string } | undefined {
  const [only, ...others] = tags
  const wider = only === undefined || others.length > 0 ? undefined : BROADER[only]
  return wider && { tags: wider, asked: labelOf(only!), shown: labelOf(wider[0]!) }
}
