import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { step_emails } from '../../db/schema.ts'

export type StepEmailRow = typeof step_emails.$inferSelect

const own = (owner: OwnerId, recipientId: string, stepId: string) =>
  and(
    eq(step_emails.owner_id, owner),
    eq(step_emails.campaign_prospect_id, recipientId),
    eq(step_emails.step_id, stepId),
  )

export async function findStepEmail(
  db: Db,
  owner: OwnerId,
  recipientId: string,
  stepId: string,
): Promise<StepEmailRow | null> {
  const [row] = await db
    .select()
    .from(step_emails)
    .where(own(owner, recipientId, stepId))
  return row ?? null
}

export async function saveStepEmail(
  tx: Db,
  owner: OwnerId,
  email: Pick<StepEmailRow, 'campaign_prospect_id' | 'step_id' | 'subject' | 'body' | 'updated_at'>,
): Promise<void> {
  const { subject, body, updated_at } = email
  await tx
    .insert(step_emails)
    .values({ owner_id: owner, ...email })
    .onConflictDoUpdate({
      target: [step_emails.campaign_prospect_id, step_emails.step_id],
      set: { subject, body, updated_at },
    })
}

export async function deleteStepEmail(
  tx: Db,
  owner: OwnerId,
  recipientId: string,
  stepId: string,
): Promise<void> {
  await tx.delete(step_emails).where(own(owner, recipientId, stepId))
}

/** True once a worker has claimed the message. */
export async function isTaken(tx: Db, owner: OwnerId, recipientId: string, stepId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from recipients
    where owner_id = ${owner} and campaign_prospect_id = ${recipientId} and step_id = ${stepId}
      and state in ('claimed', 'transmitting', 'sent', 'unconfirmed') limit 1`)
  return rows.length > 0
}
