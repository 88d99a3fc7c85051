import type { campaignRoutes } from '@goldpan/contract/campaigns'
import { CAMPAIGN_PROSPECTS_MAX, CONTENTS_MAX } from '@goldpan/contract/campaigns'
import { nameFields } from '@goldpan/contract/fields'
import { PAGE_ROWS } from '@goldpan/contract/pages'
import type { HandlerInput } from '@goldpan/contract/route'
import type { Database, Db } from '../../db/database.ts'
import { readCursor, writeCursor } from '../../db/keyset.ts'
import type { OwnerId } from '../../db/owner.ts'
import { csvFile } from '../../http/csv.ts'
import { refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Enrolments } from '../enrolments/enrolments.ts'
import type { Prospects } from '../prospects/prospects.ts'
import { toSuppressed } from '../suppressions/suppressions.rules.ts'
import type { Suppressions } from '../suppressions/suppressions.ts'
import { sendableStatuses } from './campaigns.rules.ts'
import * as campaignStore from './campaigns.store.ts'
import {
  listFirstWritten,
  lockDeliveries,
  moveSentToOpened,
  moveToSent,
  type Opened,
  putStatusesBack,
  respondEach,
  resubscribeEach,
  type Sent,
  saveDeliveries,
} from './deliveries.store.ts'
import { countByDay, countEmailsOfEach } from './figures.store.ts'
import {
  type DeliveryChange,
  foldDelivery,
  isStale,
  statusBefore,
  toCampaignProspect,
  toRecipient,
} from './recipients.rules.ts'
import * as store from './recipients.store.ts'

type Campaign = campaignStore.CampaignRow

export interface RecipientsDeps {
  db: Database
  clock: Clock
  prospects: Pick<Prospects, 'listByIds' | 'listSelectedIds'>
  suppressions: Pick<Suppressions, 'findSuppressed'>
  enrolments: Pick<Enrolments, 'stop'>
}

type Page = HandlerInput<typeof campaignRoutes.listRecipients>['query']
type Choice = HandlerInput<typeof campaignRoutes.addProspects>['body']

/** A recipient with all data for sending. */
export interface SendableRecipient {
  id: string
  prospect_id: string | null
  email: string
  email_subject: string
  email_content: string
  /** Written by hand, for this recipient alone. */
  is_edited: boolean
  /** The last round; 0 if none. The next one is one higher. */
  round: number
}

export type ListedRecipient = Pick<SendableRecipient, 'id' | 'prospect_id' | 'email'>

export function createRecipients({ db, clock, prospects, suppressions, enrolments }: RecipientsDeps) {
  const getCampaign = async (tx: Db, owner: OwnerId, id: string): Promise<Campaign> =>
    (await campaignStore.findCampaign(tx, owner, id)) ?? refuse('campaigns.not_found')

  /** Refuses an archived campaign. */
  const lockCampaign = async (tx: Db, owner: OwnerId, id: string): Promise<Campaign> => {
    const campaign = (await campaignStore.lockCampaign(tx, owner, id)) ?? refuse('campaigns.not_found')
    return campaign.status === 'archived' ? refuse('campaigns.archived') : campaign
  }

  const isBeingWritten = (campaign: Campaign, rows: readonly Parameters<typeof isStale>[0][]): boolean =>
    campaign.rendering_total !== null || rows.some((row) => isStale(row, campaign.template_version))

  const getRecipient = async (tx: Db, owner: OwnerId, campaignId: string, id: string) =>
    (await store.findRecipient(tx, owner, campaignId, id)) ?? refuse('campaigns.prospect_not_found')

  async function applyDeliveries(
    tx: Db,
    owner: OwnerId,
    changes: ReadonlyMap<string, DeliveryChange>,
  ): Promise<void> {
    const rows = await lockDeliveries(tx, owner, [...changes.keys()])
    const told = rows.map((row) => ({ ...row, ...foldDelivery(row, changes.get(row.id) ?? {}) }))
    await saveDeliveries(tx, owner, told)
  }

  async function idsOf(tx: Db, owner: OwnerId, { prospects: named, matching }: Choice): Promise<string[]> {
    if (matching === undefined) return [...new Set(named)]
    const ids = await prospects.listSelectedIds(tx, owner, matching, CAMPAIGN_PROSPECTS_MAX + 1)
    return ids.length > CAMPAIGN_PROSPECTS_MAX ? refuse('campaigns.too_many_prospects') : ids
  }

  async function attach(tx: Db, owner: OwnerId, campaignId: string, choice: Choice) {
    await lockCampaign(tx, owner, campaignId)
    const chosen = await idsOf(tx, owner, choice)
    const known = await prospects.listByIds(tx, owner, chosen)
    if (known.length === 0) refuse('campaigns.prospects_gone')
    const emails = known.map(({ email }) => email)
    const unwanted = await suppressions.findSuppressed(tx, owner, emails)
    const found = known.filter(({ email }) => !unwanted.has(toSuppressed(email)))
    const attached = new Set(await store.listProspectIds(tx, owner, campaignId))
    const order = new Map(chosen.map((id, index) => [id, index]))
    const created_at = isoNow(clock)
    const rows = found
      .filter(({ id }) => !attached.has(id))
      .sort((a, b) => order.get(a.id)! - order.get(b.id)!)
      .map((prospect) => toRecipient(prospect, created_at))
    if (attached.size + rows.length > CAMPAIGN_PROSPECTS_MAX) refuse('campaigns.too_many_prospects')
    const added = await store.insertRecipients(tx, owner, campaignId, rows)
    return toAdded(added, known.length - found.length)
  }

  return {
    getCampaign,
    lockCampaign,
    getRecipient,
    applyDeliveries,

    /** All recipients in order. Leaves out contents in very large campaigns. */
    async listRecipients(owner: OwnerId, campaign: Campaign) {
      const rows = await store.listLight(db, owner, campaign.id)
      const contents =
        rows.length <= CONTENTS_MAX ? await store.listContents(db, owner, campaign.id) : new Map()
      return rows.map((row) =>
        toCampaignProspect(row, campaign.template_version, contents.get(row.id) ?? null),
      )
    },

    async listRecipientPage(owner: OwnerId, campaignId: string, query: Page) {
      const campaign = await getCampaign(db, owner, campaignId)
      const { cursor, limit = PAGE_ROWS, sort = 'added', direction = 'ascending', ...filter } = query
      const named = `${sort} ${direction}`
      const after = cursor === undefined ? null : readCursor(named, cursor, store.sorts[sort].cast)
      if (cursor !== undefined && !after) refuse('campaigns.bad_cursor')
      const rows = await store.listPage(db, owner, campaignId, { filter, sort, direction, after, limit })
      const last = rows.length === limit ? rows.at(-1) : undefined
      const total = await store.countMatching(db, owner, campaignId, filter)
      return {
        answer: {
          total,
          recipients: rows.map(({ recipient }) =>
            toCampaignProspect(recipient, campaign.template_version, null),
          ),
        },
        next_cursor: last ? writeCursor(named, { value: last.sorted_by, id: last.recipient.id }) : null,
        total,
      }
    },

    async listAttached(owner: OwnerId, campaignId: string): Promise<string[]> {
      await getCampaign(db, owner, campaignId)
      return store.listProspectIds(db, owner, campaignId)
    },

    attach,

    addProspects: (owner: OwnerId, campaignId: string, choice: Choice) =>
      db.transaction((tx) => attach(tx, owner, campaignId, choice)),

    async removeProspect(owner: OwnerId, campaignId: string, prospectId: string) {
      await db.transaction(async (tx) => {
        await lockCampaign(tx, owner, campaignId)
        const row = await getRecipient(tx, owner, campaignId, prospectId)
        await enrolments.stop(tx, owner, { recipients: [row.id] }, 'removed')
        await store.deleteRecipient(tx, owner, row.id)
      })
      return { message: 'Prospect removed from the campaign' }
    },

    async timeline(owner: OwnerId, campaignId: string) {
      await getCampaign(db, owner, campaignId)
      return countByDay(db, owner, { campaignId })
    },

    async exportCsv(owner: OwnerId, campaignId: string) {
      const campaign = await getCampaign(db, owner, campaignId)
      const rows = await store.listLight(db, owner, campaignId)
      const emails = await countEmailsOfEach(db, owner, campaignId)
      return csvFile(
        `${campaign.name}.csv`,
        [
          'email',
          ...nameFields,
          'business',
          'status',
          'reason',
          'sent',
          'opened',
          'responded',
          'clicked',
          'bounced',
          'unsubscribed',
          'emails',
        ],
        rows.map((row) => [
          row.email,
          ...nameFields.map((field) => row[field]),
          row.business_name,
          row.delivery === 'unconfirmed' ? `${row.email_status} (unconfirmed)` : row.email_status,
          row.status_reason,
          row.first_sent_at,
          row.opened_at,
          row.responded_at,
          row.clicked_at,
          row.bounced_at,
          row.unsubscribed_at,
          emails.get(row.id) ?? 0,
        ]),
      )
    },

    /** For sending's preview: the first messages to be sent. */
    listFirstWritten: (owner: OwnerId, campaignId: string, limit: number): Promise<SendableRecipient[]> =>
      listFirstWritten(db, owner, campaignId, limit),

    /** For sending's preview: whom `lockSendable` would return, read without locks or contents. Refuses the same. */
    async listSendable(
      owner: OwnerId,
      campaignId: string,
      { resend }: { resend: boolean },
    ): Promise<{
      campaign: Campaign
      rows: ListedRecipient[]
      without_content: Pick<SendableRecipient, 'id' | 'email'>[]
    }> {
      const campaign = await getCampaign(db, owner, campaignId)
      if (campaign.status === 'archived') refuse('campaigns.archived')
      const rows = await store.listByStatus(db, owner, campaignId, sendableStatuses(resend))
      if (isBeingWritten(campaign, rows)) refuse('campaigns.being_written')
      return {
        campaign,
        rows: rows.filter(({ has_content, has_subject }) => has_content && has_subject),
        without_content: rows.filter(({ has_content }) => !has_content),
      }
    },

    /** For sending's preview: one of them with its email. Null if it was deleted since. */
    async findSendable(
      owner: OwnerId,
      campaignId: string,
      { id, email }: ListedRecipient,
    ): Promise<SendableRecipient | null> {
      const row = await store.findRecipient(db, owner, campaignId, id)
      if (!row || row.email_subject === null || row.email_content === null) return null
      const { prospect_id, email_subject, email_content, is_edited, round } = row
      return { id, prospect_id, email, email_subject, email_content, is_edited, round }
    },

    /**
     * For sending: locks the campaign and the recipients that may be sent to. Refuses an archived campaign, and one
     * whose emails are older than its template.
     */
    async lockSendable(
      tx: Db,
      owner: OwnerId,
      campaignId: string,
      { resend }: { resend: boolean },
    ): Promise<{
      campaign: Campaign
      rows: SendableRecipient[]
      without_content: { id: string; email: string }[]
    }> {
      const campaign = await lockCampaign(tx, owner, campaignId)
      await store.followProspects(tx, owner, campaignId)
      const locked = await store.lockByStatus(tx, owner, campaignId, sendableStatuses(resend))
      const rows = locked.map((row) => ({ ...row, has_content: row.email_content !== null }))
      if (isBeingWritten(campaign, rows)) refuse('campaigns.being_written')
      return {
        campaign,
        rows: locked.flatMap(({ id, prospect_id, email, email_subject, email_content, is_edited, round }) =>
          email_content === null || email_subject === null
            ? []
            : [{ id, prospect_id, email, email_subject, email_content, is_edited, round }],
        ),
        without_content: locked
          .filter((row) => row.email_content === null)
          .map(({ id, email }) => ({ id, email })),
      }
    },

    /** For sending, tracking and replies: what happened to a recipient. A status only moves forward. */
    async applyDelivery(
      tx: Db,
      owner: OwnerId,
      campaignProspectId: string,
      change: DeliveryChange,
    ): Promise<void> {
      const row = await store.lockRecipient(tx, owner, campaignProspectId)
      if (row) await store.updateRecipient(tx, owner, row.id, foldDelivery(row, change))
    },

    /** Does the same for many whose messages left; each is named at most once. */
    async applySends(
      tx: Db,
      owner: OwnerId,
      sends: Sent[],
      change: { sent_at: string; delivery: 'unconfirmed' | null },
    ): Promise<void> {
      const others = await moveToSent(tx, owner, sends, change)
      const changes = sends
        .filter(({ id }) => others.has(id))
        .map(
          ({ id, round }) => [id, { ...change, round, email_status: 'sent', status_reason: null }] as const,
        )
      await applyDeliveries(tx, owner, new Map(changes))
    },

    /** Does the same for the first opens of many; each is named at most once. */
    async applyOpens(tx: Db, owner: OwnerId, opens: Opened[]): Promise<void> {
      const others = await moveSentToOpened(tx, owner, opens)
      const changes = opens
        .filter(({ id }) => others.has(id))
        .map(({ id, clicked_at, ...open }) => {
          const change = { ...open, email_status: 'opened' as const, ...(clicked_at && { clicked_at }) }
          return [id, change] as const
        })
      await applyDeliveries(tx, owner, new Map(changes))
    },

    /** For sending: recipients not written to yet, with or without an email. */
    listStopped: store.listStopped,
    countUnsent: campaignStore.countUnsent,

    /** For tracking: recipients unsubscribed by this address, with their previous status. */
    async listUnsubscribed(tx: Db, owner: OwnerId, email: string) {
      const rows = await campaignStore.lockUnsubscribed(tx, owner, email)
      return rows.map((row) => ({ id: row.id, status_before: statusBefore(row) }))
    },

    /** For the inbox, about many: a label says that they responded, or takes their wish to get no mail back. */
    respondEach: (tx: Db, owner: OwnerId, ids: readonly string[]) =>
      respondEach(tx, owner, ids, isoNow(clock)),
    resubscribeEach,
    /** For the inbox: undoes both for those whose status is still the one that was set. */
    putStatusesBack,

    /** For tracking: the undo of an unsubscription, with the status folded again from the events. */
    async restoreStatus(
      tx: Db,
      owner: OwnerId,
      campaignProspectId: string,
      email_status: store.RecipientRow['email_status'],
    ): Promise<void> {
      const row = await store.lockRecipient(tx, owner, campaignProspectId)
      if (row?.email_status === 'unsubscribed')
        await store.updateRecipient(tx, owner, row.id, {
          email_status,
          status_reason: null,
          unsubscribed_at: null,
        })
    },
  }
}

function toAdded(added: number, suppressed: number) {
  const words = added === 1 ? '1 prospect added' : `${added} prospects added`
  const left = suppressed === 1 ? '1 was left out: it is' : `${suppressed} were left out: they are`
  return {
    message: suppressed === 0 ? words : `${words}. ${left} on your do-not-contact list`,
    added,
    suppressed,
  }
}
