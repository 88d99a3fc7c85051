import { z } from 'zod'
import { MANY_MAX } from './pages.ts'
import { prospectFilter } from './prospects.ts'
import { id } from './text.ts'

/** Prospects for a campaign: named one by one, or all that a filter lets through but some. */
export const prospectChoice = ({ max, noneSelected }: { max: number; noneSelected: string }) =>
  z
    .object({
      prospects: z.array(id, { error: noneSelected }).min(1, noneSelected).max(max).optional(),
      matching: z.object({ filter: prospectFilter, except: z.array(id).max(MANY_MAX) }).optional(),
    })
    .refine(({ prospects, matching }) => (prospects === undefined) !== (matching === undefined), {
      error: noneSelected,
    })
