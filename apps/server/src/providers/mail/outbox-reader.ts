import { OUTBOX_MAX_BYTES, OUTBOX_MAX_MESSAGES } from '@goldpan/contract/mailbox'
import type { Database } from '../../db/database.ts'
import { systemScope } from '../../db/owner.ts'
import { isRowId } from '../../db/row-id.ts'
import { deleteOldest, findMessage, listHeads, type OutboxRow } from './outbox.store.ts'
import type { KeptMail, Outbox } from './port.ts'

const scope = systemScope('the built-in outbox holds the mail of all owners')

const KEPT = { messages: OUTBOX_MAX_MESSAGES, bytes: OUTBOX_MAX_BYTES }
const BATCH = 1000

/** Reads the built-in outbox, which all processes share. */
export function createOutboxReader(db: Database, kept = KEPT): Outbox {
  return {
    async trim() {
      while ((await deleteOldest(db, scope, { ...kept, limit: BATCH })) === BATCH);
    },
    list: async (to, limit) =>
      (await listHeads(db, scope, to, limit)).map(({ head, ...row }) => ({
        ...whereItWent(row),
        headers: headersOf(Buffer.from(head)),
      })),
    async find(id) {
      const row = isRowId(id) ? await findMessage(db, scope, id) : null
      return row && toKept(row)
    },
  }
}

const whereItWent = ({ id, received_at, envelope_from, envelope_to }: Omit<OutboxRow, 'raw'>) => ({
  ...{ id, received_at },
  envelope: { from: envelope_from, to: envelope_to },
})

const toKept = ({ raw, ...row }: OutboxRow): KeptMail => ({ ...whereItWent(row), raw })

/** Up to the empty line. */
function headersOf(head: Buffer): Buffer {
  const end = head.indexOf('\r\n\r\n')
  return end < 0 ? head : head.subarray(0, end + 4)
}
