import { randomUUID } from 'node:crypto'
import type { CampaignTracking } from '@goldpan/contract/tracking'
import type { Db } from '../../db/database.ts'
import { asOwner, type OwnerId } from '../../db/owner.ts'
import { isoNow } from '../../providers/clock/port.ts'
import { suppressionSentences } from '../suppressions/suppressions.rules.ts'
import { createChoices } from './choices.ts'
import { createLinks } from './links.ts'
import { createReplay } from './replay.ts'
import * as store from './tracking.store.ts'
import type { Change, FirstOpen, Opened, SentMessage, TrackingDeps } from './tracking-parts.ts'
import { createUnsubscribe } from './unsubscribe.ts'
import { createVisits } from './visits.ts'

/** The part of a delivery report about one recipient. */
export interface BounceReport {
  class: 'hard' | 'soft'
  status: string | null
  reason: string | null
}

/** Records what happens after the hand-over: opens, clicks, unsubscriptions, bounces, complaints and replies. */
export function createTracking(deps: TrackingDeps) {
  const { clock, campaigns, sentMessages } = deps
  const { suppress } = deps.suppressions

  async function record(
    tx: Db,
    message: SentMessage,
    event: Omit<store.NewEvent, 'recipient_id' | 'at'>,
  ): Promise<OwnerId> {
    const owner = asOwner(message.owner_id)
    await store.insertEvent(tx, owner, { ...event, recipient_id: message.id, at: isoNow(clock) })
    return owner
  }

  const changeStatus = async (tx: Db, message: SentMessage, change: Change): Promise<void> => {
    if (message.campaign_prospect_id === null) return
    const { owner_id, campaign_prospect_id, round } = message
    await campaigns.applyDelivery(tx, asOwner(owner_id), campaign_prospect_id, { round, ...change })
  }

  /** Locks owners in a fixed order, so that two processes can't deadlock. */
  async function applyOpens(tx: Db, opens: FirstOpen[]): Promise<void> {
    const byOwner = Map.groupBy(opens, ({ message }) => message.owner_id)
    for (const [owner, ofOwner] of [...byOwner].sort(([a], [b]) => a.localeCompare(b))) {
      const known = ofOwner.flatMap(
        ({ message: { campaign_prospect_id: id, round }, opened_at, clicked_at }) =>
          id === null ? [] : [{ id, round, opened_at, clicked_at }],
      )
      await campaigns.applyOpens(tx, asOwner(owner), mergeByRecipient(known))
    }
  }

  const choices = createChoices(deps)
  const shared = { ...deps, changeStatus, applyOpens, choices }
  const links = createLinks(shared)

  async function getCampaignTracking(owner: OwnerId, id: string): Promise<CampaignTracking> {
    await campaigns.getCampaign(deps.db, owner, id)
    const [account, choice, activity, counts] = await Promise.all([
      choices.getChoice(deps.db, owner),
      choices.getCampaignChoice(owner, id),
      links.countActivity(owner, id),
      campaigns.countRecipients(owner, id),
    ])
    return {
      account,
      choice,
      ...activity,
      opens: { ...activity.opens, people: counts.opened },
      clicks: { ...activity.clicks, people: counts.clicked },
    }
  }

  return {
    ...createVisits(shared),
    ...links,
    ...createReplay(shared),
    getChoice: (owner: OwnerId) => choices.getChoice(deps.db, owner),
    setChoice: choices.setChoice,
    getCampaignTracking,
    ...createUnsubscribe(shared),
    async setCampaignChoice(owner: OwnerId, id: string, choice: CampaignTracking['choice']) {
      await campaigns.getCampaign(deps.db, owner, id)
      await choices.setCampaignChoice(owner, id, choice)
      return getCampaignTracking(owner, id)
    },

    /** A permanent delivery failure. Suppresses a dead address, and a full mailbox after the third time. */
    async recordBounce(tx: Db, message: SentMessage, report: BounceReport): Promise<void> {
      const owner = await record(tx, message, {
        kind: 'bounce',
        class: report.class,
        detail: { status: report.status, reason: report.reason },
      })
      await deps.enrolments.stop(tx, owner, { emails: [message.email.toLowerCase()] }, 'bounced')
      const status_reason = `Came back: ${[report.status, report.reason].filter(Boolean).join(' ') || 'no reason given'}`
      await sentMessages.refute(tx, owner, message.id, status_reason)
      await changeStatus(tx, message, { email_status: 'bounced', bounced_at: isoNow(clock), status_reason })
      if (report.class === 'hard' || (await sentMessages.isAlwaysFull(tx, owner, message.email)))
        await suppress(tx, owner, { email: message.email, reason: 'bounced', recipient_id: message.id })
    },

    /** For sending: an owner's bounces and complaints since then. */
    countTrouble: (tx: Db, owner: OwnerId, since: string) => store.countTrouble(tx, owner, since),

    /** A delay or an automatic reply changes no status. */
    async recordNote(
      tx: Db,
      message: SentMessage,
      kind: 'delayed' | 'auto_reply',
      detail: Record<string, unknown> | null = null,
    ): Promise<void> {
      const owner = await record(tx, message, { kind, detail })
      if (kind === 'auto_reply') await sentMessages.confirm(tx, owner, message.id)
    },

    async recordDelivered(tx: Db, message: SentMessage): Promise<void> {
      const owner = await record(tx, message, { kind: 'delivered' })
      await sentMessages.confirm(tx, owner, message.id)
    },

    async recordComplaint(tx: Db, message: SentMessage): Promise<void> {
      const owner = await record(tx, message, { kind: 'complaint' })
      await sentMessages.confirm(tx, owner, message.id)
      await suppress(tx, owner, { email: message.email, reason: 'complaint', recipient_id: message.id })
      const status_reason = suppressionSentences.complaint!
      await changeStatus(tx, message, {
        email_status: 'unsubscribed',
        unsubscribed_at: isoNow(clock),
        status_reason,
      })
    },

    /**
     * A person's reply, which stops their colleagues' follow-ups as well. One that asks for no more mail unsubscribes and
     * is no response. `status` becomes the prospect's, if it isn't null.
     */
    async recordReply(
      tx: Db,
      message: SentMessage,
      { isStop, status = 'responded' }: { isStop: boolean; status?: 'responded' | 'rejected' | null },
    ): Promise<void> {
      const owner = await record(tx, message, { kind: 'reply', detail: isStop ? { stop: true } : null })
      const at = isoNow(clock)
      await sentMessages.confirm(tx, owner, message.id)
      if (isStop)
        await suppress(tx, owner, { email: message.email, reason: 'stop_reply', recipient_id: message.id })
      await deps.enrolments.stopForReply(tx, owner, message)
      if (isStop) {
        const status_reason = suppressionSentences.stop_reply!
        await changeStatus(tx, message, { email_status: 'unsubscribed', unsubscribed_at: at, status_reason })
        return
      }
      await changeStatus(tx, message, { email_status: 'responded', responded_at: at })
      if (message.prospect_id && status)
        await deps.prospects.labelStatus(tx, owner, [message.prospect_id], { status, change: randomUUID() })
    },
  }
}

/** Merges reports by recipient: newest round, earliest open, earliest click. */
function mergeByRecipient(opens: Opened[]): Opened[] {
  return [...Map.groupBy(opens, ({ id }) => id)].map(([id, own]) => ({
    id,
    round: Math.max(...own.map(({ round }) => round)),
    opened_at: findFirst(own.map(({ opened_at }) => opened_at))!,
    clicked_at: findFirst(own.flatMap(({ clicked_at }) => clicked_at ?? [])),
  }))
}

const findFirst = (times: string[]): string | null => times.toSorted()[0] ?? null

export type Tracking = ReturnType<typeof createTracking>
