import type { campaignRoutes } from '@goldpan/contract/campaigns'
import { pick } from '@goldpan/contract/fields'
import type { CampaignMailboxes } from '@goldpan/contract/own-mailboxes'
import type { HandlerInput } from '@goldpan/contract/route'
import type { Database, Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import type { OpenRemoval } from '../../db/removals/removals.ts'
import type { CampaignStatus } from '../../db/schema.ts'
import { refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import { requireRoom } from '../accounts/account-limits.ts'
import type { Enrolments } from '../enrolments/enrolments.ts'
import type { Prospects } from '../prospects/prospects.ts'
import type { Signatures } from '../signatures/signatures.ts'
import type { Suppressions } from '../suppressions/suppressions.ts'
import type { Tables } from '../tables/tables.ts'
import { canChooseStatus, mailboxesOf, toCounts } from './campaigns.rules.ts'
import * as store from './campaigns.store.ts'
import * as figures from './figures.store.ts'
import * as recipientStore from './recipients.store.ts'
import { createRecipients } from './recipients.ts'
import { createTexts } from './texts.ts'

export interface CampaignsDeps {
  db: Database
  clock: Clock
  prospects: Pick<Prospects, 'listByIds' | 'listSelectedIds'>
  signatures: Pick<Signatures, 'exists'>
  suppressions: Pick<Suppressions, 'findSuppressed'>
  tables: Pick<Tables, 'listByPlaces'>
  enrolments: Pick<Enrolments, 'stop' | 'followStatus' | 'countByCampaign' | 'copySteps'>
}

type Body<Name extends 'create' | 'update'> = HandlerInput<(typeof campaignRoutes)[Name]>['body']
export type Campaign = store.CampaignRow

/** Campaigns: their recipients are in recipients.ts, their template and emails in texts.ts. */
export function createCampaigns(deps: CampaignsDeps) {
  const { db, clock, signatures, enrolments } = deps
  const recipients = createRecipients(deps)
  const { getCampaign, lockCampaign } = recipients

  async function withMailboxes<C extends Campaign>(tx: Db, owner: OwnerId, campaign: C) {
    return { ...campaign, mailboxes: mailboxesOf(campaign, await store.listMailboxes(tx, owner)) }
  }

  /** Null removes it. */
  async function chooseSignature(
    tx: Db,
    owner: OwnerId,
    id: string,
    signature_id: string | null,
  ): Promise<Campaign> {
    await lockCampaign(tx, owner, id)
    if (signature_id !== null && !(await signatures.exists(tx, owner, signature_id)))
      refuse('campaigns.no_such_signature')
    return (await store.updateCampaign(tx, owner, id, { signature_id })) ?? refuse('campaigns.not_found')
  }

  return {
    ...recipients,
    ...createTexts(deps),
    findCampaign: store.findCampaign,

    /** For the weekly report. */
    countWeek: (owner: OwnerId, span: { from: string; to: string }) => figures.countWeek(db, owner, span),

    /** For the home screen: opens and replies by day, replies by table, and which first steps the user has taken. */
    countDays: (owner: OwnerId, from: string) => figures.countByDay(db, owner, { from }),
    countTables: (owner: OwnerId, wanted: { atLeastDelivered: number; limit: number }) =>
      figures.countTables(db, owner, wanted),
    findProgress: (owner: OwnerId) => figures.findProgress(db, owner),

    /** For sending and tracking. */
    countRecipients: async (owner: OwnerId, id: string) =>
      toCounts(await figures.countRecipients(db, owner, id)),

    async list(owner: OwnerId) {
      const [rows, mailboxes, counted, further, followUps] = await Promise.all([
        store.listCampaigns(db, owner),
        store.listMailboxes(db, owner),
        figures.countRecipients(db, owner),
        figures.countFurtherEmails(db, owner),
        enrolments.countByCampaign(db, owner),
      ])
      const byCampaign = Map.groupBy(counted, ({ campaign_id }) => campaign_id)
      return rows.map((row) => {
        const statuses = byCampaign.get(row.id) ?? []
        const counts = toCounts(statuses)
        return {
          ...row,
          mailboxes: mailboxesOf(row, mailboxes),
          counts: { ...counts, emails: counts.sent + (further.get(row.id) ?? 0) },
          follow_ups: followUps.get(row.id) ?? NO_FOLLOW_UPS,
          prospects: [{ count: counts.total }],
          campaign_prospects: statuses,
        }
      })
    },

    async get(owner: OwnerId, id: string, { recipients: wanted }: { recipients: 'all' | 'none' }) {
      await getCampaign(db, owner, id)
      await recipientStore.followProspects(db, owner, id)
      const campaign = await getCampaign(db, owner, id)
      const waiting = await recipientStore.countStale(db, owner, id, campaign.template_version)
      const rows = wanted === 'all' ? await recipients.listRecipients(owner, campaign) : []
      const total = campaign.rendering_total
      const { resendable, ...counts } = toCounts(await figures.countRecipients(db, owner, id))
      const further = await figures.countFurtherEmails(db, owner, id)
      return {
        ...(await withMailboxes(db, owner, campaign)),
        counts: { ...counts, emails: counts.sent + (further.get(id) ?? 0) },
        follow_ups: (await enrolments.countByCampaign(db, owner, id)).get(id) ?? NO_FOLLOW_UPS,
        resendable,
        waiting,
        rendering: total === null ? null : { total, done: Math.max(0, total - waiting) },
        prospects: rows.flatMap(({ prospect_id, prospects: person }) =>
          prospect_id === null ? [] : [{ id: prospect_id, ...person }],
        ),
        campaign_prospects: rows,
      }
    },

    /** With its recipients, or not at all. */
    async create(owner: OwnerId, { recipients: chosen, ...form }: Body<'create'>) {
      if (!canChooseStatus('draft', form.status)) refuse('campaigns.status_not_offered')
      await requireRoom(db, owner, 'campaigns')
      const at = isoNow(clock)
      return db.transaction(async (tx) => {
        const campaign = await store.insertCampaign(tx, owner, { ...form, created_at: at, updated_at: at })
        const { added, suppressed } = chosen
          ? await recipients.attach(tx, owner, campaign.id, chosen)
          : { added: 0, suppressed: 0 }
        return { ...(await withMailboxes(tx, owner, campaign)), added, suppressed }
      })
    },

    async update(owner: OwnerId, id: string, { updated_at: edited, ...fields }: Body<'update'>) {
      return db.transaction(async (tx) => {
        const before = (await store.lockCampaign(tx, owner, id)) ?? refuse('campaigns.not_found')
        if (edited !== undefined && edited !== before.updated_at) refuse('campaigns.changed')
        if (fields.status && !canChooseStatus(before.status, fields.status))
          refuse('campaigns.status_not_offered')
        const change = { ...fields, updated_at: isoNow(clock) }
        if (fields.status && fields.status !== before.status)
          await enrolments.stop(
            tx,
            owner,
            { campaign: id },
            fields.status === 'archived' ? 'archived' : 'campaign_ended',
          )
        return withMailboxes(tx, owner, (await store.updateCampaign(tx, owner, id, change)) ?? before)
      })
    },

    /** For removals: deletes a campaign and keeps it in the removal. */
    async remove(tx: Db, owner: OwnerId, id: string, removal: OpenRemoval): Promise<void> {
      if (!(await store.lockCampaign(tx, owner, id))) refuse('campaigns.not_found')
      await removal.keep('campaign', [id])
      await store.deleteCampaign(tx, owner, id)
    },

    async duplicate(owner: OwnerId, id: string) {
      const original = await getCampaign(db, owner, id)
      if (original.status === 'archived') refuse('campaigns.archived')
      await requireRoom(db, owner, 'campaigns')
      const at = isoNow(clock)
      const hasTemplate = original.email_body !== null
      return db.transaction(async (tx) => {
        const copy = await store.insertCampaign(tx, owner, {
          ...pick(original, COPIED),
          name: nameCopy(original.name),
          template_version: hasTemplate ? 1 : 0,
          template_at: hasTemplate ? at : null,
          status: 'draft',
          created_at: at,
          updated_at: at,
        })
        await store.copyTemplateVersions(tx, owner, id, copy.id)
        await enrolments.copySteps(tx, owner, id, copy.id)
        return withMailboxes(tx, owner, copy)
      })
    },

    /** For follow-ups. */
    async setFollowUpRules(
      tx: Db,
      owner: OwnerId,
      id: string,
      rules: Pick<Campaign, 'stop_scope' | 'follow_ups_first'>,
    ): Promise<void> {
      await store.updateCampaign(tx, owner, id, rules)
    },

    chooseSignature,
    setSignature: (owner: OwnerId, id: string, signatureId: string | null) =>
      db.transaction(async (tx) =>
        withMailboxes(tx, owner, await chooseSignature(tx, owner, id, signatureId)),
      ),

    /** For sending. Null: every mailbox that is used. Empty: the return address. */
    async setMailboxes(tx: Db, owner: OwnerId, id: string, ids: string[] | null): Promise<CampaignMailboxes> {
      const campaign = await lockCampaign(tx, owner, id)
      const mailboxes = await store.listMailboxes(tx, owner)
      const mailbox_ids = ids && [...new Set(ids)]
      if (mailbox_ids?.some((chosen) => !mailboxes.some((one) => one.id === chosen))) refuse('mailboxes.gone')
      await store.updateCampaign(tx, owner, campaign.id, { mailbox_ids })
      return { mailbox_ids, mailboxes: mailboxesOf({ mailbox_ids }, mailboxes) }
    },

    /** For sending: active while sending, paused when cancelled, completed when no recipient is left. */
    async setCampaignStatus(
      tx: Db,
      owner: OwnerId,
      campaignId: string,
      status: CampaignStatus,
    ): Promise<void> {
      await store.updateCampaign(tx, owner, campaignId, { status })
      if (status === 'active' || status === 'paused')
        await enrolments.followStatus(tx, owner, campaignId, status)
    },
  }
}

export type Campaigns = ReturnType<typeof createCampaigns>

/** The columns that a duplicate takes over. */
const COPIED = [
  'description',
  'marketing_copy',
  'promotional_content',
  'signature_id',
  'email_subject',
  'email_body',
  'written_by',
  'writing_note',
  'generations',
  'max_age_hours',
  'stop_scope',
  'follow_ups_first',
  'mailbox_ids',
] as const

const NO_FOLLOW_UPS = { steps: 0, waiting: 0, queued: 0, held: 0, stopped: 0, finished: 0 }

const COPY_MARK = ' (copy)'

const nameCopy = (name: string): string =>
  name.endsWith(COPY_MARK) ? name : `${name.slice(0, 190)}${COPY_MARK}`
