import { z } from 'zod'
import { boundedArray } from './bounded.ts'

/** Rows of a page by default, and at most. */
export const PAGE_ROWS = 100
export const PAGE_MAX_ROWS = 500

export const direction = z.enum(['ascending', 'descending'])
export type Direction = z.infer<typeof direction>

/** The query of a paged list. Without `limit` and `cursor` the answer is the whole list. */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(PAGE_MAX_ROWS).optional(),
  /** From the header `next-cursor` of the previous page. */
  cursor: z.string().max(4000).optional(),
  direction: direction.optional(),
}

/** A search text, sent while somebody types it. */
export const searchedText = z
  .string()
  .max(200, 'Please keep this under 200 characters')
  // PostgreSQL can't store NUL, and nobody types it.
  .regex(/^[^\0]*$/, 'The text contains a character that cannot be stored (NUL)')
  .optional()

/** Rows that one request may name one by one. */
export const MANY_MAX = 50_000

/** Many rows of a list: named one by one, or all that match a filter, with exceptions. */
export const manyOf = <Key extends z.ZodType, Filter extends z.ZodType>(key: Key, filter: Filter) =>
  z.union([
    z.object({ ids: boundedArray(key, { max: MANY_MAX }).min(1, 'Please select at least one row') }),
    z.object({ filter, except: boundedArray(key, { max: MANY_MAX }) }),
  ])

/** Bodies with 50,000 ids are larger than others. */
export const MANY_MAX_BYTES = 4 * 1024 * 1024
