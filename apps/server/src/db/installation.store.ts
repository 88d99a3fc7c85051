import { randomBytes } from 'node:crypto'
import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from './database.ts'
import type { SystemScope } from './owner.ts'
import { installation_secrets } from './schema.ts'

interface InstallationSecret {
  version: number
  secret: Buffer
}

/** The secrets of a name, oldest first. Creates the first if there is none. */
export async function readSecrets(
  db: Db,
  _scope: SystemScope,
  name: string,
  at: string,
): Promise<InstallationSecret[]> {
  const read = () =>
    db
      .select({ version: installation_secrets.version, secret: installation_secrets.secret })
      .from(installation_secrets)
      .where(eq(installation_secrets.name, name))
      .orderBy(asc(installation_secrets.version))
  const known = await read()
  if (known.length > 0) return known
  await db
    .insert(installation_secrets)
    .values({ name, version: 1, secret: randomBytes(32), created_at: at })
    .onConflictDoNothing()
  return read()
}

/**
 * For a statement that lets mail leave. True if all sending is on hold, or if the server that runs the statement isn't
 * the one it was and nobody has noticed.
 */
export const isHeld = sql`(select is_sending_held())`

export async function isSendingHeld(tx: Db, _scope: SystemScope): Promise<boolean> {
  const { rows } = await tx.execute<{ held: boolean }>(sql`select is_sending_held() as held`)
  return rows[0]?.held ?? true
}
