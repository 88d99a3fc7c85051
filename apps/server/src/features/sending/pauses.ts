import type { SendingPause } from '@goldpan/contract/sending-care'
import type { Database, Db } from '../../db/database.ts'
import { asOwner, type OwnerId, systemScope } from '../../db/owner.ts'
import { isRowId } from '../../db/row-id.ts'
import { refuse } from '../../http/refuse.ts'
import type { Letters } from '../../letters/letters.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Campaigns } from '../campaigns/campaigns.ts'
import type { Tracking } from '../tracking/tracking.ts'
import { complaintPauseLetter } from './pauses.mail.ts'
import {
  judgeRefusals,
  judgeReputation,
  POLICY_SAMPLE,
  type Reputation,
  type Trouble,
} from './pauses.rules.ts'
import * as store from './pauses.store.ts'
import { listActiveJobs } from './send-jobs.store.ts'
import type { JobRow } from './sending.store.ts'

export interface PausesDeps {
  db: Database
  clock: Clock
  tracking: Pick<Tracking, 'countTrouble'>
  campaigns: Pick<Campaigns, 'findCampaign'>
  accounts: Pick<Accounts, 'findUser'>
  letters: Letters
  operatorEmail: string
}

const scope = systemScope('the operator lifts pauses of an account and its organizations')

const JUDGED_MS = 30 * 24 * 60 * 60_000
/** How often a worker checks an account's rates. */
const CHECK_EVERY_MS = 5000

/** A new pause, and the jobs it ends. */
export interface NewPause {
  sentence: string
  jobs: JobRow[]
}

/** Automatic pauses: for bounces, complaints, and refusals by policy. */
export function createPauses({ db, clock, tracking, campaigns, ...deps }: PausesDeps) {
  const checkedAt = new Map<OwnerId, number>()

  async function begin(
    owner: OwnerId,
    trouble: Trouble,
    jobs: JobRow[],
    campaignId: string | null,
  ): Promise<NewPause | null> {
    const pause = { ...trouble, campaign_id: campaignId, at: isoNow(clock) }
    const isNew = await db.transaction(async (tx) => {
      if (!(await store.insertPause(tx, owner, pause))) return false
      if (trouble.kind === 'complaints') await tellOperator(tx, owner, trouble.sentence)
      return true
    })
    return isNew ? { sentence: trouble.sentence, jobs } : null
  }

  async function tellOperator(tx: Db, owner: OwnerId, sentence: string): Promise<void> {
    const user = await deps.accounts.findUser(tx, owner)
    if (user)
      await deps.letters.send(tx, complaintPauseLetter(deps.operatorEmail, { email: user.email, sentence }))
  }

  async function judge(owner: OwnerId): Promise<Trouble | null> {
    const month = new Date(clock.now().getTime() - JUDGED_MS).toISOString()
    const later = (lifted: string | null) => (lifted !== null && lifted > month ? lifted : month)
    const since = later(await store.lastLifted(db, owner, ['bounces', 'complaints']))
    // A pause that the account lifted itself must not hide earlier complaints.
    const complaintsSince = later(await store.lastLifted(db, owner, ['complaints']))
    const found = await countSince(owner, since)
    if (complaintsSince === since) return judgeReputation(found)
    const longer = await countSince(owner, complaintsSince)
    return judgeReputation({ ...longer, bounces: 0 }) ?? judgeReputation(found)
  }

  async function countSince(owner: OwnerId, since: string): Promise<Reputation> {
    const { judged, refused } = await store.countJudged(db, owner, since)
    const { bounces, complaints } = await tracking.countTrouble(db, owner, since)
    return { delivered: judged, bounces: bounces + refused, complaints }
  }

  const findAccountPause = async (owner: OwnerId): Promise<store.PauseRow | null> =>
    (await store.listInForce(db, owner)).find(({ campaign_id }) => campaign_id === null) ?? null

  /** Checks an account's rates. Returns a new pause, or null. */
  async function checkAccount(owner: OwnerId): Promise<NewPause | null> {
    if (await findAccountPause(owner)) return null
    const trouble = await judge(owner)
    return trouble && begin(owner, trouble, await listActiveJobs(db, owner), null)
  }

  return {
    checkAccount,
    findAccountPause,

    /** For a claim's transaction: a pause set by any worker applies to all. */
    findHolding: (tx: Db, owner: OwnerId, campaignId: string): Promise<store.PauseRow | null> =>
      store.findHolding(tx, owner, campaignId),

    /** Checks an account at most every 5 seconds, before messages are claimed. */
    async checkIfDue(owner: OwnerId): Promise<NewPause | null> {
      const now = clock.now().getTime()
      if (now - (checkedAt.get(owner) ?? 0) < CHECK_EVERY_MS) return null
      if (checkedAt.size > 10_000) checkedAt.clear()
      checkedAt.set(owner, now)
      return checkAccount(owner)
    },

    /** After a refusal: checks whether providers refuse the whole campaign. */
    async checkRefusals(job: JobRow): Promise<NewPause | null> {
      const owner = asOwner(job.owner_id)
      const trouble = judgeRefusals(await store.listNewestEnds(db, owner, job.id, POLICY_SAMPLE))
      return trouble && begin(owner, trouble, [job], job.campaign_id)
    },

    /** Restarting a campaign lifts its own pause. */
    liftOfCampaign: (tx: Db, owner: OwnerId, campaignId: string): Promise<boolean> =>
      store.lift(tx, owner, { campaign_id: campaignId }, isoNow(clock)),

    async list(owner: OwnerId): Promise<SendingPause[]> {
      const rows = await store.listInForce(db, owner)
      const named = rows.map(async ({ campaign_id, ...pause }) => {
        const campaign = campaign_id ? await campaigns.findCampaign(db, owner, campaign_id) : null
        return { ...pause, campaign_id, campaign_name: campaign?.name ?? null }
      })
      return Promise.all(named)
    },

    async lift(owner: OwnerId, id: string): Promise<{ message: string }> {
      const found = (await store.listInForce(db, owner)).find((pause) => pause.id === id)
      if (found?.kind === 'complaints') refuse('sending.pause_of_operator')
      const isLifted = isRowId(id) && (await store.lift(db, owner, { id }, isoNow(clock)))
      return isLifted ? { message: 'You can send again' } : refuse('sending.pause_not_found')
    },

    /** For the operator. Returns how many pauses were lifted. */
    liftAll: (tx: Db, owners: OwnerId[]): Promise<number> => store.liftAll(tx, scope, owners, isoNow(clock)),
  }
}

export type Pauses = ReturnType<typeof createPauses>
