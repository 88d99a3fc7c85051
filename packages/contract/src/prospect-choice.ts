import { z } from 'zod'
import { boundedArray } from './bounded.ts'
import { MANY_MAX } from './pages.ts'
import { prospectFilter } from './prospects.ts'
import { id } from './text.ts'

/** Prospects for a campaign: named one by one, or all that a filter lets through but some. */
export const prospectChoice = ({ max, noneSelected }: { max: number; noneSelected: string }) =>
  z
    .object({
      prospects: boundedArray(id, { max, error: noneSelected }).min(1, noneSelected).optional(),
      matching: z.object({ filter: prospectFilter, except: boundedArray(id, { max: MANY_MAX }) }).optional(),
    })
    .refine(({ prospects, matching }) => (prospects === undefined) !== (matching === undefined), {
      error: noneSelected,
    })
