import { randomUUID } from 'node:crypto'
import type { Db } from '../database.ts'
import type { OwnerId } from '../owner.ts'
import type { RemovalKind } from '../schema.ts'
import * as store from './removals.store.ts'

/** Keeps deleted rows, in the transaction of the deletion. */
export async function openRemoval(tx: Db, owner: OwnerId, { kind, at }: { kind: RemovalKind; at: string }) {
  const id = randomUUID()
  await store.insertRemoval(tx, owner, { id, kind, removed_at: at })
  let rows = 0
  return {
    /** Call it before these rows are deleted. */
    async keep(of: RemovalKind, ids: readonly string[]): Promise<void> {
      if (rows <= store.MAX_ROWS && ids.length > 0)
        rows += await store.keepRows(tx, owner, id, { kind: of, ids, limit: store.MAX_ROWS - rows })
    },

    /** Returns the id of the removal. Null if there is nothing to undo, or more than is kept. */
    async close(): Promise<string | null> {
      return (await store.closeRemoval(tx, owner, id, rows)) ? id : null
    },
  }
}

export type OpenRemoval = Awaited<ReturnType<typeof openRemoval>>
