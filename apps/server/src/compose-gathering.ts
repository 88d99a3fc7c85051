import type { Frame, Ports } from './compose-ports.ts'
import type { Accounts } from './features/accounts/accounts.ts'
import { bindGathering } from './features/gathering/gathering.routes.ts'
import { createGathering, gatheringJob } from './features/gathering/gathering.ts'
import { createGatheringWorker } from './features/gathering/gathering.worker.ts'
import type { Notifications } from './features/notifications/notifications.ts'
import { addressChecksJob, createAddressChecks } from './features/prospects/address-checks.ts'
import type { Prospects } from './features/prospects/prospects.ts'
import { bindProvenance, createProvenance } from './features/prospects/provenance.ts'
import { bindReview, createReview } from './features/prospects/review.ts'
import type { Suppressions } from './features/suppressions/suppressions.ts'
import type { Tables } from './features/tables/tables.ts'
import type { Binder } from './http/bind.ts'
import type { Heartbeat } from './jobs/heartbeat.ts'
import type { OnWork } from './jobs/work-log.ts'

interface GatheringFeatureDeps {
  accounts: Accounts
  tables: Tables
  prospects: Prospects
  notifications: Notifications
  suppressions: Suppressions
  heartbeat: Heartbeat
  onWork: OnWork
}

/** From websites to reviewed prospects. */
export function createGatheringFeatures(frame: Frame, ports: Ports, deps: GatheringFeatureDeps) {
  const { db } = frame.database
  const { clock, systemClock, jobs, crawler, excludedSites, addressVerifier: verifier } = ports
  const { accounts, tables, prospects } = deps
  const review = createReview({ db, clock, tables, prospects })
  const gathering = createGathering({ db, clock, jobs, tables, prospects, review })
  const worker = createGatheringWorker({
    ...deps,
    db,
    clock,
    systemClock,
    crawler,
    excludedSites,
    concurrency: frame.config.crawlConcurrency,
    onError: (error) => frame.logger.error({ err: error }, 'a business could not be gathered'),
  })
  jobs.handle(gatheringJob, (_payload, signal) => worker.work(signal))
  const addressChecks = createAddressChecks({ db, clock, systemClock, verifier })
  jobs.handle(addressChecksJob, (_payload, signal) => addressChecks.checkDue(signal))
  const provenance = createProvenance({ db, accounts, prospects })
  return { gathering, addressChecks, review, provenance }
}

export function bindGatheringFeatures(bind: Binder, features: ReturnType<typeof createGatheringFeatures>) {
  bindGathering(bind, features.gathering)
  bindReview(bind, features.review)
  bindProvenance(bind, features.provenance)
}
