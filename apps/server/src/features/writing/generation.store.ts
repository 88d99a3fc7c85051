import { asc, count, gte, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { generations } from '../../db/schema.ts'

export async function insertGeneration(
  db: Db,
  owner: OwnerId,
  row: Omit<typeof generations.$inferInsert, 'owner_id'>,
): Promise<void> {
  await db.insert(generations).values({ owner_id: owner, ...row })
}

/** The texts of each model since then, with their tokens and cost. */
export async function sumGenerations(db: Db, _scope: SystemScope, since: string) {
  const isReplaced = sql`${isNotNull(generations.model)} and ${generations.written_by} <> ${generations.model}`
  return db
    .select({
      model: generations.model,
      texts: count(),
      replaced: sql<number>`(count(*) filter (where ${isReplaced}))::int`,
      input_tokens: sql<number>`sum(${generations.input_tokens})::int`,
      output_tokens: sql<number>`sum(${generations.output_tokens})::int`,
      cost_micros: sql<number | null>`sum(${generations.cost_micros})::float8`,
      median_ms: sql<number>`percentile_disc(0.5) within group (order by ${generations.duration_ms})`,
    })
    .from(generations)
    .where(gte(generations.created_at, since))
    .groupBy(generations.model)
    .orderBy(asc(generations.model))
}

/** The most frequent reasons why the composer replaced a model. */
export async function listReplacements(db: Db, _scope: SystemScope, since: string) {
  const result = await db.execute<{ note: string; times: number }>(sql`
    select note, count(*)::int as times from generations
    where created_at >= ${since} and model is not null and written_by <> model and note is not null
    group by note order by times desc, note limit 5`)
  return result.rows
}
