import type { Frame, Ports } from './compose-ports.ts'
import { createActivity } from './features/activity/activity.ts'
import type { Enrolments } from './features/enrolments/enrolments.ts'
import { createImports, importJob } from './features/imports/imports.ts'
import { createImportWorker } from './features/imports/imports.worker.ts'
import { createConversationCloser } from './features/inbox/conversations.ts'
import { createProspects } from './features/prospects/prospects.ts'
import { createSendingHistory } from './features/sending/history.ts'
import { createSuppressions } from './features/suppressions/suppressions.ts'
import { createExpiry, expiryJob } from './features/tables/expiry.ts'
import { createTables } from './features/tables/tables.ts'
import { createTrackingHistory } from './features/tracking/history.ts'

/** The lists of businesses and prospects, and the features that read and fill them. */
export function createLists(
  frame: Frame,
  { clock, systemClock, jobs, directory }: Ports,
  enrolments: Enrolments,
) {
  const { db } = frame.database
  const tables = createTables({ db, clock })
  const expiry = createExpiry({ db, clock, directory })
  jobs.handle(expiryJob, (_payload, signal) => expiry.refreshExpired(signal))
  const suppressions = createSuppressions({
    db,
    clock,
    enrolments,
    closeConversations: createConversationCloser(clock),
  })
  const prospects = createProspects({ db, clock, tables, suppressions, enrolments })
  const histories = {
    sendingHistory: createSendingHistory({ db }),
    trackingHistory: createTrackingHistory({ db }),
  }
  const activity = createActivity({ prospects, ...histories })
  const imports = createImports({ db, clock, systemClock, jobs, tables })
  const importWorker = createImportWorker({ db, systemClock, prospects, tables, suppressions })
  jobs.handle(importJob, (_payload, signal) => importWorker.work(signal))
  return { tables, suppressions, prospects, activity, histories, imports, importWorker }
}
