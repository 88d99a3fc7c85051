import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import type { OwnerId, SystemScope } from '../../db/owner.ts'
import { owners, sending_pauses, users } from '../../db/schema.ts'

/** Pauses in force of all campaigns of an owner, newest first; of one person's account if it is given. */
export const listPauses = (
  db: Db,
  _scope: SystemScope,
  { person, limit }: { person?: OwnerId | undefined; limit: number },
) =>
  db
    .select({
      account: { id: users.id, email: users.email },
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
