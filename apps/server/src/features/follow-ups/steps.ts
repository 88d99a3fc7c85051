import { type followUpRoutes, STEPS_MAX, type StepList, threadAndSubject } from '@goldpan/contract/follow-ups'
import type { HandlerInput } from '@goldpan/contract/route'
import type { Pace } from '@goldpan/contract/sending-care'
import type { Database, Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Campaign, Campaigns } from '../campaigns/campaigns.ts'
import type { Enrolments } from '../enrolments/enrolments.ts'
import type { PlannedSend, SendToPlan } from '../sending/send-plan.ts'
import { dueAt } from './due.rules.ts'
import { planSend, type Sequence } from './plan-send.rules.ts'
import * as store from './steps.store.ts'

export interface StepsDeps {
  db: Database
  clock: Clock
  campaigns: Pick<Campaigns, 'getCampaign' | 'lockCampaign' | 'setFollowUpRules'>
  enrolments: Pick<
    Enrolments,
    | 'countFinished'
    | 'passOver'
    | 'forgetDue'
    | 'findNextSteps'
    | 'reopenFinished'
    | 'release'
    | 'completeCampaigns'
  >
  /** Computes the days on which everybody in a campaign is due. */
  setDueDaysOfCampaign: (tx: Db, owner: OwnerId, campaignId: string) => Promise<void>
}

type Body<Name extends 'add' | 'update' | 'setRules'> = HandlerInput<(typeof followUpRoutes)[Name]>['body']

/** The follow-ups of a campaign. A change acts on everybody to whom the step is not queued yet. */
export function createSteps({ db, clock, campaigns, enrolments, setDueDaysOfCampaign }: StepsDeps) {
  async function toList(tx: Db, owner: OwnerId, campaign: Campaign): Promise<StepList> {
    return {
      steps: await store.listSteps(tx, owner, campaign.id),
      stop_scope: campaign.stop_scope,
      follow_ups_first: campaign.follow_ups_first,
      finished: await enrolments.countFinished(tx, owner, campaign.id),
    }
  }

  /** The follow-ups of all campaigns that have some, and who waits for them. */
  async function listSequences(owner: OwnerId, pace: Pace): Promise<Sequence[]> {
    const steps = Map.groupBy(await store.listAllInForce(db, owner), ({ campaign_id }) => campaign_id)
    const waiting = Map.groupBy(await store.listWaiting(db, owner), ({ campaign_id }) => campaign_id)
    return [...steps].map(([campaign_id, own]): Sequence => {
      const position = new Map(own.map(({ id }, index) => [id, index]))
      return {
        campaign_id,
        steps: own,
        isFirst: own[0]!.follow_ups_first,
        waiting: (waiting.get(campaign_id) ?? []).flatMap((row) => {
          const step = position.get(row.step_id)
          if (step === undefined) return []
          return [{ step, due: dueOf(row, own[step]!, pace), from: row.mailbox_id, people: row.people }]
        }),
      }
    })
  }

  return {
    async list(owner: OwnerId, campaignId: string): Promise<StepList> {
      return toList(db, owner, await campaigns.getCampaign(db, owner, campaignId))
    },

    async add(owner: OwnerId, campaignId: string, { include_finished, ...form }: Body<'add'>) {
      return db.transaction(async (tx) => {
        await campaigns.lockCampaign(tx, owner, campaignId)
        const steps = await store.listSteps(tx, owner, campaignId)
        if (steps.length >= STEPS_MAX) refuse('follow_ups.too_many')
        const at = isoNow(clock)
        const step = await store.insertStep(tx, owner, {
          ...form,
          campaign_id: campaignId,
          position: steps.length + 1,
          written_by: 'hand',
          created_at: at,
          updated_at: at,
        })
        await enrolments.findNextSteps(tx, owner, campaignId)
        if (include_finished) await enrolments.reopenFinished(tx, owner, campaignId)
        return step
      })
    },

    async update(owner: OwnerId, campaignId: string, id: string, form: Body<'update'>) {
      return db.transaction(async (tx) => {
        await campaigns.lockCampaign(tx, owner, campaignId)
        const before = await getStep(tx, owner, campaignId, id)
        const { updated_at: edited, thread = before.thread, subject = before.subject, ...fields } = form
        if (edited !== undefined && edited !== before.updated_at) refuse('follow_ups.changed')
        const step = await store.updateStep(tx, owner, id, {
          ...fields,
          ...readThread(thread, subject),
          ...(fields.body !== undefined && fields.body !== before.body && { written_by: 'hand' }),
          updated_at: isoNow(clock),
        })
        await enrolments.forgetDue(tx, owner, { campaign: campaignId })
        await enrolments.release(tx, owner, { campaign: campaignId }, 'missing_value')
        return step
      })
    },

    /** People who wait for it go on to the next, as if it had been handed over on its day. */
    async remove(owner: OwnerId, campaignId: string, id: string) {
      return db.transaction(async (tx) => {
        await campaigns.lockCampaign(tx, owner, campaignId)
        await getStep(tx, owner, campaignId, id)
        await setDueDaysOfCampaign(tx, owner, campaignId)
        const passed_over = await enrolments.passOver(tx, owner, { step: id })
        const at = isoNow(clock)
        await store.updateStep(tx, owner, id, { position: null, removed_at: at })
        const left = await store.listSteps(tx, owner, campaignId)
        await store.arrange(
          tx,
          owner,
          campaignId,
          left.map((step) => step.id),
        )
        await enrolments.findNextSteps(tx, owner, campaignId)
        await enrolments.completeCampaigns(tx, owner, [campaignId])
        return { message: 'Follow-up deleted', passed_over }
      })
    },

    async order(owner: OwnerId, campaignId: string, ids: string[]): Promise<StepList> {
      return db.transaction(async (tx) => {
        const campaign = await campaigns.lockCampaign(tx, owner, campaignId)
        const steps = await store.listSteps(tx, owner, campaignId)
        const known = new Set(steps.map(({ id }) => id))
        if (
          ids.length !== steps.length ||
          new Set(ids).size !== ids.length ||
          !ids.every((id) => known.has(id))
        )
          refuse('follow_ups.order')
        await store.arrange(tx, owner, campaignId, ids)
        await enrolments.findNextSteps(tx, owner, campaignId)
        await enrolments.completeCampaigns(tx, owner, [campaignId])
        return toList(tx, owner, campaign)
      })
    },

    /** For the preview of a send. */
    async planSend(owner: OwnerId, campaign: Campaign, send: SendToPlan): Promise<PlannedSend> {
      const steps = await store.listSteps(db, owner, campaign.id)
      const plan = planSend({ ...send, sequences: await listSequences(owner, send.pace) })
      const recipients_at_most = send.people.filter(({ isFollowed }) => isFollowed).length
      return {
        ...plan,
        steps: steps.map(({ id, position }, index) => ({
          position,
          step_id: id,
          recipients_at_most,
          days: plan.days[index + 1]!,
        })),
      }
    },

    async setRules(owner: OwnerId, campaignId: string, rules: Body<'setRules'>) {
      return db.transaction(async (tx) => {
        await campaigns.lockCampaign(tx, owner, campaignId)
        await campaigns.setFollowUpRules(tx, owner, campaignId, rules)
        return rules
      })
    },
  }
}

export const getStep = async (
  tx: Db,
  owner: OwnerId,
  campaignId: string,
  id: string,
): Promise<store.StepRow> =>
  (await store.findStep(tx, owner, campaignId, id)) ?? refuse('follow_ups.step_gone')

/** Their day may not have been computed yet. */
function dueOf(
  { due_at, waited_from, held_spans }: store.WaitingRow,
  { wait_days, wait_in }: Pick<store.StepRow, 'wait_days' | 'wait_in'>,
  pace: Pace,
): Date {
  if (due_at !== null) return new Date(due_at)
  const holds = held_spans.map(({ from, until }) => ({ from: new Date(from), until: new Date(until) }))
  return dueAt({ handedOverAt: new Date(waited_from), wait_days, wait_in, pace, holds })
}

function readThread(thread: 'same' | 'new', subject: string | null) {
  const read = threadAndSubject.safeParse({ thread, subject })
  return read.success ? read.data : refuse('request.invalid', { message: read.error.issues[0]!.message })
}
