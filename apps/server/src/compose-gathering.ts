import type { Frame, Ports } from './compose-ports.ts'
import type { Accounts } from './features/accounts/accounts.ts'
import { handleGathering } from './features/gathering/gathering.jobs.ts'
import { bindGathering } from './features/gathering/gathering.routes.ts'
import { createGathering } from './features/gathering/gathering.ts'
import { bindOutcomes } from './features/gathering/outcomes/outcomes.routes.ts'
import { createOutcomes } from './features/gathering/outcomes/outcomes.ts'
import { createGatheringWorker } from './features/gathering/worker/worker.ts'
import type { Notifications } from './features/notifications/notifications.ts'
import { handleAddressChecks } from './features/prospects/address-checks/address-checks.jobs.ts'
import { createAddressChecks } from './features/prospects/address-checks/address-checks.ts'
import type { Prospects } from './features/prospects/prospects.ts'
import { bindProvenance } from './features/prospects/provenance/provenance.routes.ts'
import { createProvenance } from './features/prospects/provenance/provenance.ts'
import { handleReview } from './features/prospects/review/review.jobs.ts'
import { bindReview } from './features/prospects/review/review.routes.ts'
import { createReview } from './features/prospects/review/review.ts'
import { createTableOutcomes } from './features/tables/outcomes/outcomes.ts'
import type { Tables } from './features/tables/tables.ts'
import type { Tracking } from './features/tracking/tracking.ts'
import type { Binder } from './http/bind.ts'

interface Neighbours {
  accounts: Accounts
  tables: Tables
  prospects: Prospects
  notifications: Notifications
  tracking: Tracking
}

/** From websites to prospects that somebody has looked over: gathering and what is done with what it found. */
export function createGatheringFeatures(frame: Frame, ports: Ports, neighbours: Neighbours) {
  const { db } = frame.database
  const { clock, jobs, crawler, addressVerifier: verifier } = ports
  const { accounts, tables, prospects, notifications, tracking } = neighbours
  const gathering = createGathering({ db, clock, jobs, tables, prospects })
  const worker = createGatheringWorker({
    ...{ db, clock, crawler, tables, prospects, notifications, tracking },
    concurrency: frame.config.crawlConcurrency,
    onError: (error) => frame.logger.error({ err: error }, 'a business could not be gathered'),
  })
  handleGathering(jobs, worker)
  const addressChecks = createAddressChecks({ db, clock, verifier })
  handleAddressChecks(jobs, addressChecks)
  const review = createReview({ db, clock, tables, prospects })
  handleReview(jobs, review)
  const provenance = createProvenance({ db, accounts, prospects })
  const outcomes = createOutcomes({ gathering, tables, tableOutcomes: createTableOutcomes({ db }), review })
  return { gathering, addressChecks, review, provenance, outcomes }
}

export function bindGatheringFeatures(bind: Binder, features: ReturnType<typeof createGatheringFeatures>) {
  bindGathering(bind, features.gathering)
  bindOutcomes(bind, features.outcomes)
  bindReview(bind, features.review)
  bindProvenance(bind, features.provenance)
}
