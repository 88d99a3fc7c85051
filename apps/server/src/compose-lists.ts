import type { Database } from './db/database.ts'
import { createActivity } from './features/activity/activity.ts'
import type { Prospects } from './features/prospects/prospects.ts'
import { createSendingHistory } from './features/sending/history/history.ts'
import { createTrackingHistory } from './features/tracking/history/history.ts'

/** What stands beside the lists of prospects and businesses. */
export function createListFeatures({ db, prospects }: { db: Database; prospects: Prospects }) {
  const activity = createActivity({
    prospects,
    sendingHistory: createSendingHistory({ db }),
    trackingHistory: createTrackingHistory({ db }),
  })
  return { activity }
}
