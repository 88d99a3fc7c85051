import { and, desc, eq, gte, isNull } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { owners, sending_pauses, users, workers } from '../../db/schema.ts'

export const listWorkers = (db: Db, _scope: SystemScope, since: string) =>
  db
    .select({ id: workers.id, started_at: workers.started_at })
    .from(workers)
    .where(gte(workers.beat_at, since))
    .orderBy(workers.started_at)

/** Pauses in force of all campaigns of an owner, newest first; of one person's account if it is given. */
export const listPauses = (
  db: Db,
  _scope: SystemScope,
  { person, limit }: { person?: OwnerId; limit: number },
) =>
  db
    .select({
      account_id: users.id,
      email: users.email,
      kind: sending_pauses.kind,
      sentence: sending_pauses.sentence,
      at: sending_pauses.at,
    })
    .from(sending_pauses)
    .innerJoin(owners, eq(owners.id, sending_pauses.owner_id))
    .innerJoin(users, eq(users.id, owners.person_id))
    .where(
      and(
        isNull(sending_pauses.lifted_at),
        isNull(sending_pauses.campaign_id),
        person && eq(owners.person_id, person),
      ),
    )
    .orderBy(desc(sending_pauses.at))
    .limit(limit)
