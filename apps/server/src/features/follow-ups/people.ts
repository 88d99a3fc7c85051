import { nameFields, pick } from '@goldpan/contract/fields'
import { type Enrolment, type followUpRoutes, HOLD_DAYS_MAX } from '@goldpan/contract/follow-ups'
import type { HandlerInput } from '@goldpan/contract/route'
import type { Pace } from '@goldpan/contract/sending-care'
import type { Database, Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { refuse } from '../../http/refuse.ts'
import type { Clock } from '../../providers/clock/port.ts'
import { requireRoom } from '../accounts/account-limits.ts'
import { nameRecipient } from '../campaigns/campaigns.rules.ts'
import type { Campaigns } from '../campaigns/campaigns.ts'
import type { Enrolments } from '../enrolments/enrolments.ts'
import type { NextSender, Senders } from '../sending/senders.ts'
import { dayOf } from '../sending/zoned-time.ts'
import { toSuppressed } from '../suppressions/suppressions.rules.ts'
import type { Suppressions } from '../suppressions/suppressions.ts'
import type { Usage } from '../usage/usage.ts'
import { dueAt, openingOnOrAfter } from './due.rules.ts'
import * as store from './people.store.ts'
import { type SentenceFacts, sentenceOf } from './sentences.rules.ts'

export interface PeopleDeps {
  db: Database
  clock: Clock
  campaigns: Pick<Campaigns, 'getCampaign' | 'lockCampaign'>
  enrolments: Pick<
    Enrolments,
    | 'countByCampaign'
    | 'stop'
    | 'holdPersons'
    | 'liftPersons'
    | 'passOver'
    | 'restart'
    | 'enrol'
    | 'advance'
    | 'listHolds'
    | 'findHold'
    | 'holdFor'
    | 'release'
    | 'completeCampaigns'
  >
  suppressions: Pick<Suppressions, 'findSuppressed'>
  usage: Pick<Usage, 'getUsage'>
  senders: Pick<Senders, 'listNext' | 'move'>
  findPace: (owner: OwnerId) => Promise<Pace>
  setDueDaysOfCampaign: (tx: Db, owner: OwnerId, campaignId: string) => Promise<void>
}

type Query = HandlerInput<typeof followUpRoutes.listEnrolments>['query']
type Change = HandlerInput<typeof followUpRoutes.changeEnrolments>['body']

const DAY_MS = 86_400_000
const OPEN: readonly string[] = ['waiting', 'queued', 'held']
/** Stop reasons and statuses after which nobody is written to again. */
const REFUSED: readonly (string | null)[] = [
  'unsubscribed',
  'stop_word',
  'complained',
  'bounced',
  'suppressed',
]

const NO_COUNTS = { waiting: 0, queued: 0, held: 0, stopped: 0, finished: 0 }

/** Where people stand among the follow-ups of a campaign, and what users do about it. */
export function createPeople(deps: PeopleDeps) {
  const { db, clock, campaigns, enrolments } = deps

  /** A hold ends at the opening of the first working day on or after the chosen day. */
  function endOfHold(pace: Pace, until: string | undefined): string {
    if (until === undefined) return refuse('request.invalid', { message: 'Please choose a day' })
    const today = dayOf(clock.now(), pace.time_zone)
    const days = (Date.parse(until) - Date.parse(today)) / DAY_MS
    if (days <= 0 || days > HOLD_DAYS_MAX) return refuse('follow_ups.hold_too_long')
    return openingOnOrAfter(pace, until).toISOString()
  }

  async function apply(
    tx: Db,
    owner: OwnerId,
    campaignId: string,
    chosen: readonly store.ChosenEnrolment[],
    { action, until, mailbox_id }: { action: Change['action']; until: string; mailbox_id: string },
  ): Promise<number> {
    const open = chosen.filter(({ state }) => OPEN.includes(state))
    const recipientsOf = (rows: readonly store.ChosenEnrolment[]) => ({
      recipients: rows.map(({ campaign_prospect_id }) => campaign_prospect_id),
    })
    if (action === 'stop') return enrolments.stop(tx, owner, recipientsOf(chosen), 'manual')
    if (action === 'hold') {
      const emails = open.map(({ email }) => email)
      await enrolments.holdPersons(tx, owner, emails, { until, reason: 'manual' })
      return open.length
    }
    if (action === 'skip') {
      await deps.setDueDaysOfCampaign(tx, owner, campaignId)
      const passed = await enrolments.passOver(tx, owner, recipientsOf(open))
      await enrolments.completeCampaigns(tx, owner, [campaignId])
      return passed
    }
    if (action === 'resume') return resume(tx, owner, campaignId, open)
    if (action === 'move') return move(tx, owner, open, mailbox_id)
    return restart(tx, owner, chosen)
  }

  /** Lifts the holds of persons; a message in doubt counts as sent. */
  async function resume(
    tx: Db,
    owner: OwnerId,
    campaignId: string,
    open: readonly store.ChosenEnrolment[],
  ): Promise<number> {
    const onHold = open.filter(({ hold_reason: why }) => why === 'away' || why === 'manual')
    await enrolments.liftPersons(
      tx,
      owner,
      onHold.map(({ email }) => email),
    )
    const inDoubt = open.filter(({ hold_reason }) => hold_reason === 'unconfirmed')
    const ids = inDoubt.map(({ campaign_prospect_id }) => campaign_prospect_id)
    for (const { campaign_prospect_id, step_id, finished_at } of await store.listInDoubt(tx, owner, ids)) {
      const at = new Date(finished_at).toISOString()
      if (step_id) await enrolments.advance(tx, owner, [{ campaign_prospect_id, step_id }], at)
      else await enrolments.enrol(tx, owner, [campaign_prospect_id], { isUnconfirmed: false })
    }
    await enrolments.completeCampaigns(tx, owner, [campaignId])
    return onHold.length + inDoubt.length
  }

  /** Their next messages leave from another mailbox, as a new thread; queued ones are written again. */
  async function move(
    tx: Db,
    owner: OwnerId,
    open: readonly store.ChosenEnrolment[],
    mailboxId: string,
  ): Promise<number> {
    const ids = open.map(({ campaign_prospect_id }) => campaign_prospect_id)
    const moved = (await deps.senders.move(tx, owner, ids, mailboxId)) ?? refuse('mailboxes.gone')
    const waiting = open.filter(
      ({ campaign_prospect_id: id, state, hold_reason }) =>
        moved.includes(id) && (state === 'queued' || hold_reason === 'no_mailbox'),
    )
    const whom = { recipients: waiting.map(({ campaign_prospect_id }) => campaign_prospect_id) }
    await enrolments.holdFor(tx, owner, whom, 'no_mailbox')
    await enrolments.release(tx, owner, whom, 'no_mailbox')
    return moved.length
  }

  async function restart(tx: Db, owner: OwnerId, chosen: readonly store.ChosenEnrolment[]): Promise<number> {
    const suppressed = await deps.suppressions.findSuppressed(
      tx,
      owner,
      chosen.map(({ email }) => email),
    )
    const willing = chosen.filter(
      ({ state, email, stop_reason, email_status }) =>
        !OPEN.includes(state) &&
        !suppressed.has(toSuppressed(email)) &&
        !REFUSED.includes(stop_reason) &&
        !REFUSED.includes(email_status),
    )
    const ids = willing.map(({ campaign_prospect_id }) => campaign_prospect_id)
    return enrolments.restart(tx, owner, ids)
  }

  function toEnrolment(
    row: store.ListedEnrolment,
    sender: NextSender | undefined,
    { pace, facts }: { pace: Pace; facts: SentenceFacts },
  ): Enrolment {
    const isOpen = OPEN.includes(row.state)
    // The planner computes days within seconds; a list doesn't wait for it.
    const due_at = isOpen ? (row.due_at ?? findDue(row, pace)) : null
    const next_step_id = row.state === 'finished' ? null : row.next_step_id
    const next_position = row.state === 'finished' ? null : row.next_position
    return {
      ...pick(row, [
        'campaign_prospect_id',
        'prospect_id',
        'email',
        'state',
        'held_until',
        'hold_reason',
        'stop_reason',
      ]),
      name: nameRecipient({ ...pick(row, nameFields), business_name: row.business_name, email: row.email }),
      next_position,
      next_step_id,
      due_at,
      sent_positions: row.sent_positions,
      mailbox: sender?.mailbox ?? null,
      sentence: sentenceOf({ ...row, next_position, due_at, wait: sender?.wait ?? null }, facts),
    }
  }

  async function listFacts(owner: OwnerId) {
    const pace = await deps.findPace(owner)
    const { resets_at } = await deps.usage.getUsage(owner)
    return { pace, facts: { time_zone: pace.time_zone, resets_at } }
  }

  return {
    async list(owner: OwnerId, campaignId: string, query: Query) {
      await campaigns.getCampaign(db, owner, campaignId)
      const told = await listFacts(owner)
      const { total, rows } = await store.listEnrolments(db, owner, campaignId, query)
      const counts = (await enrolments.countByCampaign(db, owner, campaignId)).get(campaignId) ?? NO_COUNTS
      const ids = rows.map(({ campaign_prospect_id }) => campaign_prospect_id)
      const senders = await deps.senders.listNext(db, owner, ids, told.pace.time_zone)
      const enrolled = rows.map((row) => toEnrolment(row, senders.get(row.campaign_prospect_id), told))
      return { total, counts, enrolments: enrolled }
    },

    async change(owner: OwnerId, campaignId: string, { selection, action, until, mailbox_id }: Change) {
      await campaigns.getCampaign(db, owner, campaignId)
      if (action === 'move' && !mailbox_id) refuse('request.invalid', { message: 'Please choose a mailbox' })
      const to = mailbox_id ?? ''
      const end = action === 'hold' ? endOfHold(await deps.findPace(owner), until) : ''
      return db.transaction(async (tx) => {
        await campaigns.lockCampaign(tx, owner, campaignId)
        const chosen = await store.listChosen(tx, owner, campaignId, selection)
        const changed = await apply(tx, owner, campaignId, chosen, { action, until: end, mailbox_id: to })
        const asked = 'ids' in selection ? new Set(selection.ids).size : chosen.length
        return { changed, skipped: Math.max(0, asked - changed) }
      })
    },

    async listHolds(owner: OwnerId) {
      return { holds: await enrolments.listHolds(db, owner) }
    },

    async hold(owner: OwnerId, { email, until }: { email: string; until: string }) {
      const end = endOfHold(await deps.findPace(owner), until)
      const hold = { until: end, reason: 'manual' } as const
      const [row] = await db.transaction(async (tx) => {
        const rows = await enrolments.holdPersons(tx, owner, [email], hold)
        await requireRoom(tx, owner, 'person_holds', 0)
        return rows
      })
      return { ...row!, until: end, created_at: new Date(row!.created_at).toISOString() }
    },

    async lift(owner: OwnerId, id: string) {
      await db.transaction(async (tx) => {
        const hold = (await enrolments.findHold(tx, owner, id)) ?? refuse('follow_ups.hold_not_found')
        await enrolments.liftPersons(tx, owner, [hold.email])
      })
      return { message: 'Hold lifted' }
    },
  }
}

function findDue(row: store.ListedEnrolment, pace: Pace): string | null {
  const { wait_days, wait_in } = row
  if (wait_days === null || wait_in === null) return null
  const holds = row.held_spans.map(({ from, until }) => ({ from: new Date(from), until: new Date(until) }))
  return dueAt({ handedOverAt: new Date(row.waited_from), wait_days, wait_in, pace, holds }).toISOString()
}
