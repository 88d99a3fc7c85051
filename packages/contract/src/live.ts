import { z } from 'zod'
import { route } from './route.ts'

/** Kinds of rows whose changes are pushed to open screens. */
export const liveTopics = [
  'campaigns',
  'imports',
  'prospects',
  'mailboxes',
  'replies',
  'suppressions',
  'tables',
  'usage',
] as const
export const liveTopic = z.enum(liveTopics)
export type LiveTopic = z.infer<typeof liveTopic>

/** The data of a `change` event. Null if anything may have changed. */
export const liveChange = z.object({ topics: z.array(liveTopic).nullable() })
export type LiveChange = z.infer<typeof liveChange>

/** The server sends a `ping` event this often, so that a client notices a dead connection. */
export const LIVE_PING_MS = 15_000

export const liveRoutes = {
  stream: route('GET', '/api/live', {
    answer: 'file',
    summary:
      'Streams the kinds of rows that changed as server-sent events, within a second; ends after 5 minutes',
  }),
}
