import { pick } from '@goldpan/contract/fields'
import { STEPS_MAX } from '@goldpan/contract/follow-ups'
import type { Pace } from '@goldpan/contract/sending-care'
import type { Database, Db } from '../../db/database.ts'
import { asOwner, type OwnerId, systemScope } from '../../db/owner.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Campaign, Campaigns } from '../campaigns/campaigns.ts'
import { toRecipient } from '../campaigns/recipients.rules.ts'
import type { Enrolments } from '../enrolments/enrolments.ts'
import type { SendingMailboxes } from '../own-mailboxes/sending-mailboxes.ts'
import type { Prospects } from '../prospects/prospects.ts'
import type { InstallationEpoch } from '../sending/epoch.ts'
import type { PaceCare } from '../sending/pace.ts'
import type { Pauses } from '../sending/pauses.ts'
import type { NextSender, Senders } from '../sending/senders.ts'
import type { FollowUpMessage, Sending } from '../sending/sending.ts'
import { type Signer, withSignature } from '../signatures/signatures.rules.ts'
import type { Signatures } from '../signatures/signatures.ts'
import type { Usage } from '../usage/usage.ts'
import { prepareTemplate, renderEmail } from '../writing/writing.rules.ts'
import type { Writing } from '../writing/writing.ts'
import { dueAt } from './due.rules.ts'
import * as store from './planning.store.ts'
import { listSteps, type StepRow } from './steps.store.ts'
import { continueThread } from './thread.rules.ts'

export interface PlanningDeps {
  db: Database
  clock: Clock
  campaigns: Pick<Campaigns, 'findCampaign'>
  enrolments: Pick<Enrolments, 'holdFor' | 'stop' | 'release'>
  prospects: Pick<Prospects, 'listByIds'>
  signatures: Pick<Signatures, 'getSigner'>
  writing: Pick<Writing, 'readFacts'>
  usage: Pick<Usage, 'countAffordable'>
  sending: Pick<Sending, 'queueFollowUps'>
  /** The Message-ID of a message that was stored without one. */
  messageIdOf: (recipientId: string) => string
  epoch: Pick<InstallationEpoch, 'check' | 'findHold'>
  pace: Pick<PaceCare, 'find'>
  pauses: Pick<Pauses, 'findHolding'>
  mailboxes: Pick<SendingMailboxes, 'hasUsed'>
  senders: Pick<Senders, 'listNext'>
  /** Null if not recognised. */
  languageOf: (text: string) => string | null
  onError: (error: unknown) => void
}

/** People planned in one transaction; an owner's next ones wait until other owners had their turn. */
const BATCH = 250
const OWNERS_A_ROUND = 50
const DUE_DAYS_AT_ONCE = 1000
/** People who lack a value are checked this often although nobody saved their prospect: the business may have it now. */
const CHECK_AGAIN_MS = 60_000

const scope = systemScope('follow-ups of all owners become due')

/** A person's next message, before its placeholders are filled in. */
interface Draft {
  enrolment: store.EnrolmentRow
  step: StepRow
  text: { subject: string; body: string }
}

/** The same with the person's values. */
type Written = Draft & ReturnType<typeof renderEmail> & { prospect_id: string | null }

type History = Map<string, Awaited<ReturnType<typeof store.listMessages>>>

/** The thread, sender and signature of a message. */
interface Surroundings {
  /** The messages to each recipient, the oldest first. */
  history: History
  senders: ReadonlyMap<string, NextSender>
  signer: Signer
}

/** Puts follow-ups that are due into the queue of sending. */
export function createPlanning(deps: PlanningDeps) {
  const { db, clock, campaigns, enrolments } = deps
  /** Owners whose last batch failed. */
  const failing = new Set<string>()
  let running: Promise<void> | null = null

  const findPaceIn = async (tx: Db, owner: OwnerId) =>
    deps.pace.find(tx, owner, (await deps.mailboxes.hasUsed(tx, owner)) ? 'mailbox' : 'shared')
  const findPace = (owner: OwnerId) => findPaceIn(db, owner)

  /** Computes and stores due days. Returns how many. */
  async function saveDueDays(
    tx: Db,
    rows: readonly store.UndatedRow[],
    paceOf: (owner: string) => Pace,
  ): Promise<number> {
    const dated = rows.map(({ id, owner_id, waited_from, held_spans, ...wait }) => {
      const holds = held_spans.map(({ from, until }) => ({ from: new Date(from), until: new Date(until) }))
      const due = dueAt({ handedOverAt: new Date(waited_from), ...wait, pace: paceOf(owner_id), holds })
      return { id, due_at: due.toISOString() }
    })
    await store.saveDue(tx, scope, dated)
    return rows.length
  }

  /** Computes the due days of everybody who has none. */
  async function setDueDays(): Promise<void> {
    for (let dated = 1; dated > 0; ) {
      // Paces are read before the transaction, which skips the rows of owners that it finds only then.
      const owners = new Set(
        (await store.lockUndated(db, scope, { limit: DUE_DAYS_AT_ONCE })).map((row) => row.owner_id),
      )
      const paces = new Map<string, Pace>()
      for (const owner of owners) paces.set(owner, await findPace(asOwner(owner)))
      dated = await db.transaction(async (tx) => {
        const rows = await store.lockUndated(tx, scope, { limit: DUE_DAYS_AT_ONCE })
        return saveDueDays(
          tx,
          rows.filter(({ owner_id }) => paces.has(owner_id)),
          (owner) => paces.get(owner)!,
        )
      })
    }
  }

  /** Queues, holds or stops everybody in the list. */
  async function plan(tx: Db, owner: OwnerId, rows: readonly store.EnrolmentRow[]): Promise<void> {
    const ids = rows.map(({ id }) => id)
    const alone = await store.holdAlone(tx, owner, ids, isoNow(clock))
    const others = rows.filter(({ id }) => !alone.has(id))
    for (const [campaignId, own] of Map.groupBy(others, ({ campaign_id }) => campaign_id)) {
      const whom = { recipients: own.map(({ campaign_prospect_id }) => campaign_prospect_id) }
      const campaign = await campaigns.findCampaign(tx, owner, campaignId)
      if (!campaign || campaign.status === 'archived') {
        await enrolments.stop(tx, owner, whom, 'archived')
        continue
      }
      const pause = await deps.pauses.findHolding(tx, owner, campaignId)
      if (campaign.status === 'paused' || pause) {
        const reason = pause?.campaign_id === null ? 'account_paused' : 'campaign_paused'
        await enrolments.holdFor(tx, owner, whom, reason)
        continue
      }
      await queue(tx, owner, campaign, own)
    }
  }

  /** Queues the next messages of people of a campaign. Those whose sender is gone, or who lack a value, are held. */
  async function queue(
    tx: Db,
    owner: OwnerId,
    campaign: Campaign,
    rows: readonly store.EnrolmentRow[],
  ): Promise<void> {
    const ids = rows.map(({ campaign_prospect_id }) => campaign_prospect_id)
    const history = Map.groupBy(await store.listMessages(tx, owner, ids), (row) => row.campaign_prospect_id!)
    const senders = await deps.senders.listNext(tx, owner, ids)
    const gone = new Set(ids.filter((id) => (senders.get(id)?.wait ?? null) !== null))
    await enrolments.holdFor(tx, owner, { recipients: [...gone] }, 'no_mailbox')
    const there = rows.filter(({ campaign_prospect_id }) => !gone.has(campaign_prospect_id))
    const unwritten = there.filter((row) => !isOnItsWay(row, history))
    const ready = await writeOrHold(tx, owner, campaign, unwritten)
    const leaving = there.filter((row) => isOnItsWay(row, history))
    const queued = [...leaving, ...ready.map(({ enrolment }) => enrolment)].map(({ id }) => id)
    await store.markQueued(tx, owner, queued, isoNow(clock))
    const signer = await deps.signatures.getSigner(tx, owner, campaign.signature_id)
    const messages = ready.map((written) => toMessage(written, { history, senders, signer }))
    await deps.sending.queueFollowUps(tx, owner, campaign.id, messages)
  }

  /** Returns the messages that are ready. People who lack a value are held; nothing is due any more without a text. */
  async function writeOrHold(
    tx: Db,
    owner: OwnerId,
    campaign: Campaign,
    rows: readonly store.EnrolmentRow[],
  ): Promise<Written[]> {
    const written = await write(tx, owner, campaign, rows)
    const known = new Set(written.map(({ enrolment }) => enrolment.id))
    const lost = rows.flatMap(({ id }) => (known.has(id) ? [] : [id]))
    await store.forgetDue(tx, owner, lost)
    const missing = written.flatMap(({ enrolment: { id }, missing: [name] }) =>
      name ? [{ id, missing: name }] : [],
    )
    await store.holdMissing(tx, owner, missing, isoNow(clock))
    return written.filter((one) => one.missing.length === 0)
  }

  function toMessage(
    { enrolment, step, text, subject, content, prospect_id }: Written,
    { history, senders, signer }: Surroundings,
  ): FollowUpMessage {
    const { campaign_prospect_id, due_at } = enrolment
    const earlier = history.get(campaign_prospect_id) ?? []
    const sent = earlier
      .filter(({ state }) => isSent(state))
      .map((row) => ({ ...row, message_id: row.message_id ?? deps.messageIdOf(row.id) }))
    const { isMoved, ...sender } = senders.get(campaign_prospect_id) ?? FROM_RETURN_ADDRESS
    const thread = step.thread === 'same' ? continueThread(sent, { isMoved }) : null
    return {
      campaign_prospect_id,
      prospect_id,
      email: sent.at(-1)?.email ?? enrolment.email,
      round: (earlier.at(-1)?.round ?? 0) + 1,
      ...pick(sender, ['sender', 'mailbox_id', 'from_name', 'from_address', 'reply_to']),
      subject: thread?.subject ?? subject,
      content: withSignature(content, signer),
      language: deps.languageOf(text.body),
      step_id: step.id,
      step_position: step.position,
      next_at: queueTime(due_at ?? isoNow(clock), step.position),
      in_reply_to: thread?.in_reply_to ?? null,
      reference_ids: thread?.reference_ids ?? null,
    }
  }

  /** The next message of each, from the newest saved text or from what was edited for them. */
  async function write(
    tx: Db,
    owner: OwnerId,
    campaign: Campaign,
    rows: readonly store.EnrolmentRow[],
  ): Promise<Written[]> {
    const ids = rows.map(({ campaign_prospect_id }) => campaign_prospect_id)
    const steps = new Map((await listSteps(tx, owner, campaign.id)).map((step) => [step.id, step]))
    const edited = await store.listStepEmails(tx, owner, ids)
    const people = await readPeople(tx, owner, ids)
    const drafts = rows.flatMap((enrolment): Draft[] => {
      const step = steps.get(enrolment.next_step_id ?? '')
      if (!step || !people.has(enrolment.campaign_prospect_id)) return []
      const own = edited.find(
        (one) => one.step_id === step.id && one.campaign_prospect_id === enrolment.campaign_prospect_id,
      )
      const { subject, body } = own ?? step
      return [{ enrolment, step, text: { subject: subject ?? step.subject ?? '', body } }]
    })
    const written: Written[] = []
    for (const same of Map.groupBy(drafts, ({ text }) => `${text.subject}\n${text.body}`).values()) {
      const { subject, body } = same[0]!.text
      const template = prepareTemplate(subject, body)
      const these = same.map(({ enrolment }) => people.get(enrolment.campaign_prospect_id)!)
      const facts = await deps.writing.readFacts(tx, owner, these, deps.languageOf(body))
      for (const [index, draft] of same.entries())
        written.push({
          ...draft,
          ...renderEmail(template, facts[index]!),
          prospect_id: these[index]!.prospect_id,
        })
    }
    return written
  }

  /** With the values that the prospects have now: those of the recipient are from when the template was sent. */
  async function readPeople(tx: Db, owner: OwnerId, ids: readonly string[]) {
    const rows = await store.listRecipients(tx, owner, ids)
    const prospectIds = rows.flatMap(({ prospect_id }) => prospect_id ?? [])
    const known = new Map(
      (await deps.prospects.listByIds(tx, owner, prospectIds)).map((one) => [one.id, one]),
    )
    return new Map(
      rows.map((row) => {
        const prospect = known.get(row.prospect_id ?? '')
        return [
          row.id,
          prospect ? { ...row, ...toRecipient(prospect, row.created_at), email: row.email } : row,
        ]
      }),
    )
  }

  async function planLocked(
    owner: OwnerId,
    lock: (tx: Db) => Promise<store.EnrolmentRow[]>,
  ): Promise<number> {
    return db.transaction(async (tx) => {
      const rows = await lock(tx)
      await plan(tx, owner, rows)
      return rows.length
    })
  }

  /** One batch of an owner. Returns how many people it held. */
  const planOwner = (owner: OwnerId): Promise<number> =>
    planLocked(owner, (tx) => store.lockDue(tx, owner, { now: isoNow(clock), limit: BATCH }))

  async function planOrReport(id: string): Promise<number> {
    try {
      const planned = await planOwner(asOwner(id))
      failing.delete(id)
      return planned
    } catch (error) {
      // One broken campaign must not hold up the others.
      failing.add(id)
      deps.onError(error)
      return 0
    }
  }

  /** Returns how many people were planned. */
  async function endHolds(): Promise<number> {
    const now = isoNow(clock)
    await store.endPersonHolds(db, scope, now)
    await store.endPauseHolds(db, scope, now)
    await store.requeueForgotten(db, scope, now)
    for (const id of await store.listWithoutAllowance(db, scope)) {
      const owner = asOwner(id)
      const affordable = await deps.usage.countAffordable(db, owner, 'emails_sent')
      if (affordable > 0)
        await db.transaction((tx) => enrolments.release(tx, owner, 'all', 'allowance', affordable))
    }
    const before = new Date(clock.now().getTime() - CHECK_AGAIN_MS).toISOString()
    let planned = 0
    for (const owner of await store.listMissingOwners(db, scope, before))
      planned += await planLocked(asOwner(owner), (tx) =>
        store.lockMissing(tx, asOwner(owner), { before, limit: BATCH }),
      )
    return planned
  }

  /**
   * Plans a batch of each owner in turn. `wake` is called whenever messages were queued, so that they leave while the
   * rest is planned.
   */
  async function planAll(signal: AbortSignal, wake: () => void): Promise<void> {
    await deps.epoch.check()
    if (await deps.epoch.findHold()) return
    await setDueDays()
    if ((await endHolds()) > 0) wake()
    for (let planned = 1; planned > 0 && !signal.aborted; ) {
      planned = 0
      for (const id of await store.listDueOwners(db, scope, isoNow(clock), OWNERS_A_ROUND))
        planned += await planOrReport(id)
      if (planned > 0) wake()
    }
  }

  return {
    /** True if the owner's last batch failed: their first messages don't wait for it. */
    isFailing: (owner: string): boolean => failing.has(owner),
    planOwner,
    setDueDays,
    findPace,
    readPeople,

    setDueDaysOfCampaign: async (tx: Db, owner: OwnerId, campaignId: string): Promise<void> => {
      const pace = await findPaceIn(tx, owner)
      for (let dated = 1; dated > 0; ) {
        const rows = await store.lockUndated(tx, scope, { limit: DUE_DAYS_AT_ONCE, campaign: campaignId })
        dated = await saveDueDays(tx, rows, () => pace)
      }
    },

    /** Plans everything that is due. A call during a run joins it. */
    work(signal: AbortSignal, wake: () => void): Promise<void> {
      running ??= planAll(signal, wake).finally(() => {
        running = null
      })
      return running
    },
  }
}

export type Planning = ReturnType<typeof createPlanning>

const FROM_RETURN_ADDRESS: NextSender = {
  sender: 'shared',
  mailbox_id: null,
  from_name: null,
  from_address: null,
  reply_to: null,
  mailbox: null,
  wait: null,
  isMoved: false,
}

const ON_ITS_WAY: readonly string[] = ['queued', 'claimed', 'transmitting']

/** Held and released while a worker had their message: it isn't written again. */
const isOnItsWay = ({ campaign_prospect_id, next_step_id }: store.EnrolmentRow, history: History): boolean =>
  (history.get(campaign_prospect_id) ?? []).some(
    ({ step_id, state }) => step_id === next_step_id && ON_ITS_WAY.includes(state),
  )

const isSent = (state: string): boolean => state === 'sent' || state === 'unconfirmed'

/** The `next_at` of a message: the earliest due leave first, and of equal ones the earlier steps. */
const queueTime = (due_at: string, position: number): string =>
  new Date(Date.parse(due_at) - (STEPS_MAX + 1 - position)).toISOString()
