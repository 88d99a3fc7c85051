import type { campaignRoutes } from '@goldpan/contract/campaigns'
import { countRecipients } from '@goldpan/contract/campaigns'
import type { HandlerInput } from '@goldpan/contract/route'
import type { Database, Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { openRemoval } from '../../db/removals/removals.ts'
import type { CampaignStatus } from '../../db/schema.ts'
import { refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import { requireRoom } from '../accounts/account-limits.ts'
import type { Prospects } from '../prospects/prospects.ts'
import type { Signatures } from '../signatures/signatures.ts'
import type { Suppressions } from '../suppressions/suppressions.ts'
import type { Tables } from '../tables/tables.ts'
import { canChooseStatus } from './campaigns.rules.ts'
import * as store from './campaigns.store.ts'
import { countByDay } from './days.store.ts'
import * as recipientStore from './recipients/recipients.store.ts'
import { createRecipients } from './recipients/recipients.ts'
import { countTables, findProgress } from './results/results.store.ts'
import { createTexts } from './texts/texts.ts'
import { countWeek } from './week/week.store.ts'

export interface CampaignsDeps {
  db: Database
  clock: Clock
  prospects: Pick<Prospects, 'listByIds' | 'listSelectedIds'>
  signatures: Pick<Signatures, 'exists'>
  suppressions: Pick<Suppressions, 'findSuppressed'>
  tables: Pick<Tables, 'listByPlaces'>
  /** Ends what a campaign sends: nothing more of it leaves. */
  stopSending: (owner: OwnerId, campaignId: string) => Promise<void>
}

type Body<Name extends 'create' | 'update'> = HandlerInput<(typeof campaignRoutes)[Name]>['body']
export type Campaign = store.CampaignRow

/**
 * Campaigns and their recipients. For other features: `getCampaign`, `lockCampaign`, `setCampaignStatus`,
 * `lockSendable`, `applyDelivery`, `restoreStatus`; for writing the operations of `texts/texts.ts`.
 */
export function createCampaigns(deps: CampaignsDeps) {
  const { db, clock, prospects, signatures, suppressions, tables, stopSending } = deps
  const recipients = createRecipients({ db, clock, prospects, suppressions })

  const getCampaign = async (owner: OwnerId, id: string, tx: Db = db): Promise<Campaign> =>
    (await store.findCampaign(tx, owner, id)) ?? refuse('campaigns.not_found')

  return {
    ...recipients,
    ...createTexts({ db, clock, prospects, tables }),
    getCampaign,
    /** What came of the recipients in a span of time, for the weekly report. */
    countWeek: (owner: OwnerId, span: { from: string; to: string }) => countWeek(db, owner, span),
    /** For the home screen: opens and answers by day, answers by table, and how far the user has come. */
    countDays: (owner: OwnerId, from: string) => countByDay(db, owner, { from }),
    countTables: (owner: OwnerId, wanted: { atLeastSent: number; limit: number }) =>
      countTables(db, owner, wanted),
    findProgress: (owner: OwnerId) => findProgress(db, owner),
    /** For sending: how many recipients have come how far. */
    countRecipients: async (owner: OwnerId, id: string) =>
      countRecipients(await store.countByStatus(db, owner, id)),
    findCampaign: (owner: OwnerId, id: string, tx: Db = db) => store.findCampaign(tx, owner, id),

    async list(owner: OwnerId) {
      const [rows, counted] = await Promise.all([
        store.listCampaigns(db, owner),
        store.countByStatus(db, owner),
      ])
      const byCampaign = Map.groupBy(counted, ({ campaign_id }) => campaign_id)
      return rows.map((row) => {
        const statuses = byCampaign.get(row.id) ?? []
        const counts = countRecipients(statuses)
        return { ...row, counts, prospects: [{ count: counts.total }], campaign_prospects: statuses }
      })
    },

    async get(owner: OwnerId, id: string, { recipients: wanted }: { recipients: 'all' | 'none' }) {
      await getCampaign(owner, id)
      await recipientStore.followProspects(db, owner, id)
      const campaign = await getCampaign(owner, id)
      const waiting = await recipientStore.countStale(db, owner, id, campaign.template_version)
      const rows = wanted === 'all' ? await recipients.listRecipients(owner, campaign) : []
      const total = campaign.rendering_total
      return {
        ...campaign,
        counts: countRecipients(await store.countByStatus(db, owner, id)),
        waiting,
        rendering: total === null ? null : { total, done: Math.max(0, total - waiting) },
        prospects: rows.flatMap(({ prospect_id, prospects: person }) =>
          prospect_id === null ? [] : [{ id: prospect_id, ...person }],
        ),
        campaign_prospects: rows,
      }
    },

    async create(owner: OwnerId, form: Body<'create'>): Promise<Campaign> {
      if (!canChooseStatus('draft', form.status)) refuse('campaigns.status_not_offered')
      await requireRoom(db, owner, 'campaigns')
      const at = isoNow(clock)
      return store.insertCampaign(db, owner, { ...form, created_at: at, updated_at: at })
    },

    async update(owner: OwnerId, id: string, { updated_at: edited, ...fields }: Body<'update'>) {
      return db.transaction(async (tx) => {
        const before = (await store.lockCampaign(tx, owner, id)) ?? refuse('campaigns.not_found')
        if (edited !== undefined && edited !== before.updated_at) refuse('campaigns.changed')
        if (fields.status && !canChooseStatus(before.status, fields.status))
          refuse('campaigns.status_not_offered')
        const change = { ...fields, updated_at: isoNow(clock) }
        return (await store.updateCampaign(tx, owner, id, change)) ?? before
      })
    },

    /** What it sends is stopped first, as by Cancel: what comes back later is a campaign that rests. */
    async delete(owner: OwnerId, id: string) {
      await getCampaign(owner, id)
      await stopSending(owner, id)
      return db.transaction(async (tx) => {
        if (!(await store.lockCampaign(tx, owner, id))) refuse('campaigns.not_found')
        const removal = await openRemoval(owner, tx, { kind: 'campaign', at: isoNow(clock) })
        await removal.keep('campaign', [id])
        await store.deleteCampaign(tx, owner, id)
        return { message: 'Campaign deleted', undo: await removal.close() }
      })
    },

    async duplicate(owner: OwnerId, id: string): Promise<Campaign> {
      const original = await getCampaign(owner, id)
      if (original.status === 'archived') refuse('campaigns.archived')
      await requireRoom(db, owner, 'campaigns')
      const { name, description, marketing_copy, promotional_content, signature_id } = original
      const { email_subject, email_body, written_by, writing_note, generations, max_age_hours } = original
      const at = isoNow(clock)
      return store.insertCampaign(db, owner, {
        ...{ name: nameCopy(name), description, marketing_copy, promotional_content, signature_id },
        ...{ email_subject, email_body, written_by, writing_note, generations, max_age_hours },
        template_version: email_body === null ? 0 : 1,
        template_at: email_body === null ? null : at,
        status: 'draft',
        created_at: at,
        updated_at: at,
      })
    },

    /** Chooses what stands under the messages; null for nothing. */
    async setSignature(
      owner: OwnerId,
      id: string,
      signature_id: string | null,
      outer: Db = db,
    ): Promise<Campaign> {
      return outer.transaction(async (tx) => {
        await recipients.lockCampaign(owner, tx, id)
        if (signature_id !== null && !(await signatures.exists(owner, signature_id, tx)))
          refuse('campaigns.no_such_signature')
        return (await store.updateCampaign(tx, owner, id, { signature_id })) ?? refuse('campaigns.not_found')
      })
    },

    /** For sending: active while it runs, paused when cancelled, completed when nobody is left. */
    async setCampaignStatus(
      tx: Db,
      owner: OwnerId,
      campaignId: string,
      status: CampaignStatus,
    ): Promise<void> {
      await store.updateCampaign(tx, owner, campaignId, { status })
    },
  }
}

export type Campaigns = ReturnType<typeof createCampaigns>

const COPY_MARK = ' (copy)'

const nameCopy = (name: string): string =>
  name.endsWith(COPY_MARK) ? name : `${name.slice(0, 190)}${COPY_MARK}`
