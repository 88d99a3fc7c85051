import { z } from 'zod'
import { mapNames, toldFields } from './fields.ts'
import { route } from './route.ts'

/** The origin of a prospect's address, as the person may ask for it. */
export const provenanceRecord = z.object({
  email: z.string(),
  /**
   * 'directory': listed in one, such as OpenStreetMap. 'hand': typed in or imported by the user. 'reply': named by
   * somebody who was written to.
   */
  origin: z.enum(['website', 'directory', 'hand', 'reply']),
  ...mapNames(toldFields, () => z.string().nullable()),
  source_url: z.string().nullable(),
  found_at: z.string().nullable(),
  /** The technique that found it, by name and in words. */
  method: z.string().nullable(),
  method_in_words: z.string().nullable(),
  snippet: z.string().nullable(),
  /** The address on the page, if the user has changed it since. */
  found_email: z.string().nullable(),
  no_solicitation: z.boolean(),
  added_at: z.string(),
})
export type ProvenanceRecord = z.infer<typeof provenanceRecord>

export const provenanceRoutes = {
  get: route('GET', '/api/prospecting/prospect/:id/provenance', {
    replica: true,
    answer: z.object({ record: provenanceRecord, subject: z.string(), text: z.string() }),
    summary: "Returns where a prospect's address comes from, and a reply to the person who asks",
  }),
  export: route('GET', '/api/prospecting/prospect/:id/provenance/export', {
    query: z.object({ format: z.enum(['json', 'text']) }),
    answer: 'file',
    summary: 'Downloads where an address comes from as a file',
  }),
}

export const provenanceMessages = {
  loadFailed: 'The answer could not be written. Please try again.',
  copied: 'Answer copied',
  copyFailed: 'The browser blocked copying, so the answer is shown instead',
} as const
