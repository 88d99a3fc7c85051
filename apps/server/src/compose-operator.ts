import type { Frame, Ports } from './compose-ports.ts'
import type { OwnerId } from './db/owner.ts'
import { billingEventsJob } from './features/billing/billing-events.ts'
import type { Gathering } from './features/gathering/gathering.ts'
import { type Imports, importJob } from './features/imports/imports.ts'
import { createFailedJobs } from './features/operator/failed-jobs.ts'
import type { OperatorActs } from './features/operator/operator-acts.ts'
import { eraseOrganizationJob } from './features/organizations/organizations.ts'
import { eraseAccountJob } from './features/own-data/own-data.ts'
import { inboundJob } from './features/replies/replies.ts'

/** Failed work of all features, for the operator. */
export function createFailedJobsOf(
  { database }: Frame,
  { clock, systemClock, jobs }: Ports,
  {
    operatorActs,
    gathering,
    imports,
  }: { operatorActs: OperatorActs; gathering: Gathering; imports: Imports },
) {
  return createFailedJobs({
    db: database.db,
    clock,
    systemClock,
    jobs,
    acts: operatorActs,
    wake: {
      imports: (tx) => jobs.enqueue(tx, importJob, {}, { key: 'imports' }),
      paymentEvents: (tx) => jobs.enqueue(tx, billingEventsJob, {}),
      incomingMail: (tx) => jobs.enqueue(tx, inboundJob, {}),
    },
    eraseAccount: (tx, owner) => jobs.enqueue(tx, eraseAccountJob, { owner }, { key: owner }),
    eraseOrganization: (tx, organization) =>
      jobs.enqueue(tx, eraseOrganizationJob, { organization }, { key: organization }),
    retryGathering: (owner: OwnerId, tableId) => gathering.retryFailed(owner, tableId),
    cancelImport: (owner, id) => imports.cancel(owner, id),
  })
}
