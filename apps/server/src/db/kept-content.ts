import { sql } from 'drizzle-orm'

/** The text of a message, wherever it is; empty if it is no longer kept. For queries of `recipients`. */
export const keptContent = sql<string>`coalesce(nullif(recipients.content, ''), (
  select s.content from sent_texts s where s.owner_id = recipients.owner_id and s.recipient_id = recipients.id), '')`
