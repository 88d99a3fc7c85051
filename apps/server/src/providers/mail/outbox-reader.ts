import type { Database } from '../../db/database.ts'
import { systemScope } from '../../db/owner.ts'
import { isRowId } from '../../db/row-id.ts'
import { findMessage, listMessages, type OutboxRow } from './outbox.store.ts'
import type { KeptMail, Outbox } from './port.ts'

const scope = systemScope('the built-in outbox holds the mail of all owners')

/** What the built-in outbox has accepted so far, in whichever process. */
export function createOutboxReader(db: Database): Outbox {
  return {
    list: async (to, limit) => (await listMessages(scope, db, to, limit)).map(toKept),
    async find(id) {
      const row = isRowId(id) ? await findMessage(scope, db, id) : null
      return row && toKept(row)
    },
  }
}

const toKept = ({ id, raw, received_at, envelope_from, envelope_to }: OutboxRow): KeptMail => ({
  ...{ id, raw, received_at },
  envelope: { from: envelope_from, to: envelope_to },
})
