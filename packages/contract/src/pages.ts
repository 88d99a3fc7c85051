import { z } from 'zod'
import { boundedArray } from './bounded.ts'

/** Rows of a page unless asked otherwise, and the most that one page holds. */
export const PAGE_ROWS = 100
export const PAGE_MAX_ROWS = 500

export const direction = z.enum(['ascending', 'descending'])
export type Direction = z.infer<typeof direction>

/** What a list that can be long takes: without `limit` and `cursor` it answers whole. */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(PAGE_MAX_ROWS).optional(),
  /** From the header `next-cursor` of the page before. */
  cursor: z.string().max(4000).optional(),
  direction: direction.optional(),
}

/** A text to look for while somebody types it. */
export const searchedText = z
  .string()
  .max(200, 'Please keep this under 200 characters')
  // PostgreSQL takes no NUL, and nobody types one.
  .regex(/^[^\0]*$/, 'The text holds a sign that cannot be stored (NUL)')
  .optional()

/** The most rows that one deed on many may name one by one. */
export const MANY_MAX = 50_000

/** Many rows of a list: named one by one, or all that a filter lets through but some. */
export const manyOf = <Key extends z.ZodType, Filter extends z.ZodType>(key: Key, filter: Filter) =>
  z.union([
    z.object({ ids: boundedArray(key, { max: MANY_MAX }).min(1, 'Please select at least one row') }),
    z.object({ filter, except: boundedArray(key, { max: MANY_MAX }) }),
  ])

/** A body with so many ids is larger than others. */
export const MANY_MAX_BYTES = 4 * 1024 * 1024
