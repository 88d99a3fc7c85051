import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../../db/database.ts'
import type { OwnerId } from '../../../db/owner.ts'
import { campaign_prospects } from '../../../db/schema.ts'
import { UNSENT } from '../campaigns.rules.ts'
import { findRecipient, type RecipientRow } from '../recipients/recipients.store.ts'

/** The recipient asked for; without one, the first who is not sent to yet, else the first of all. */
export async function chooseRecipient(
  db: Db,
  owner: OwnerId,
  campaignId: string,
  id: string | null,
): Promise<RecipientRow | null> {
  const asked = id && (await findRecipient(db, owner, campaignId, id))
  if (asked) return asked
  const [first] = await db
    .select()
    .from(campaign_prospects)
    .where(and(eq(campaign_prospects.owner_id, owner), eq(campaign_prospects.campaign_id, campaignId)))
    .orderBy(
      sql`${inArray(campaign_prospects.email_status, [...UNSENT])} desc`,
      asc(campaign_prospects.position),
    )
    .limit(1)
  return first ?? null
}
