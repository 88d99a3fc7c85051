import { pick } from '@goldpan/contract/fields'
import type { StepResults } from '@goldpan/contract/follow-ups'
import type { Pace } from '@goldpan/contract/sending-care'
import type { Database } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import type { Campaigns } from '../campaigns/campaigns.ts'
import { dayOf } from '../sending/zoned-time.ts'
import * as store from './results.store.ts'
import { listAllSteps } from './steps.store.ts'

export interface ResultsDeps {
  db: Database
  campaigns: Pick<Campaigns, 'getCampaign'>
  findPace: (owner: OwnerId) => Promise<Pace>
}

/** Maximum number of due days and steps listed. */
const DUE_SHOWN = 10

const FIGURES = [
  'sent',
  'unconfirmed',
  'failed',
  'bounced',
  'opened',
  'clicked',
  'replied',
  'unsubscribed',
] as const
const NOTHING = Object.fromEntries(FIGURES.map((name) => [name, 0])) as StepResults['totals']
const NOBODY = { waiting: 0, queued: 0, held: 0 }

/** Results of the template and of each follow-up. */
export function createResults({ db, campaigns, findPace }: ResultsDeps) {
  return {
    async get(owner: OwnerId, campaignId: string): Promise<StepResults> {
      const campaign = await campaigns.getCampaign(db, owner, campaignId)
      const [steps, counted, people, waiting, stopped, due, { time_zone }] = await Promise.all([
        listAllSteps(db, owner, campaignId),
        store.countSteps(db, owner, campaignId),
        store.countPeople(db, owner, campaignId),
        store.countWaiting(db, owner, campaignId),
        store.countStopped(db, owner, campaignId),
        store.countDue(db, owner, campaignId, DUE_SHOWN),
        findPace(owner),
      ])
      const figuresOf = (id: string | null) => {
        const found = counted.find(({ step_id }) => step_id === id)
        return found ? pick(found, FIGURES) : NOTHING
      }
      const template = { position: 0, step_id: null, subject: campaign.email_subject }
      const rows = [
        template,
        ...steps.map(({ id, position, subject }) => ({ position, step_id: id, subject })),
      ]
        // Removed follow-ups are shown only if something was sent.
        .filter(
          ({ position, step_id }) => position !== null || counted.some((one) => one.step_id === step_id),
        )
        .map((row) => {
          const { step_id: _id, ...people } = waiting.find(({ step_id }) => step_id === row.step_id) ?? {
            step_id: null,
            ...NOBODY,
          }
          return { ...row, ...figuresOf(row.step_id), ...people }
        })
      const sum = (name: (typeof FIGURES)[number]) => rows.reduce((total, row) => total + row[name], 0)
      const sums = Object.fromEntries(FIGURES.map((name) => [name, sum(name)])) as StepResults['totals']
      return {
        steps: rows,
        totals: { ...sums, ...people },
        stopped,
        due: due.map(({ due_at, ...row }) => ({ ...row, day: dayOf(new Date(due_at), time_zone) })),
      }
    },
  }
}
