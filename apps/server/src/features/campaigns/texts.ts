import { TEMPLATE_VERSIONS_MAX } from '@goldpan/contract/writing'
import type { Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { refuse } from '../../http/refuse.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import type { Prospects } from '../prospects/prospects.ts'
import type { Tables } from '../tables/tables.ts'
import { UNSENT } from './campaigns.rules.ts'
import * as campaignStore from './campaigns.store.ts'
import * as store from './recipients.store.ts'

type Campaign = campaignStore.CampaignRow

export interface WrittenText {
  subject: string
  body: string
  written_by: string
  note: string | null
  /** Written by a generation; the next one then writes another text. */
  isGenerated: boolean
}

/** Facts of a recipient's business, for the placeholders of a template. */
export interface RecipientFacts {
  city: string | null
  website: string | null
  /** The directory's name for it, in English: 'hair salon'. */
  category: string | null
  /** The search that found it. */
  searched: string | null
  /** Title and description of its website. Strangers wrote them: search them for known words, never show them. */
  site_text: string | null
}

export interface TextsDeps {
  clock: Clock
  prospects: Pick<Prospects, 'listByIds'>
  tables: Pick<Tables, 'listByPlaces'>
}

/** For writing: the template of a campaign, and the emails made from it. */
export function createTexts({ clock, prospects, tables }: TextsDeps) {
  return {
    /**
     * Saves a new template, which makes all unsent emails stale, and keeps the former text. The caller has locked the
     * campaign.
     */
    async saveTemplate(tx: Db, owner: OwnerId, campaign: Campaign, text: WrittenText) {
      await keepFormerText(tx, owner, campaign, text)
      const change = {
        email_subject: text.subject,
        email_body: text.body,
        written_by: text.written_by,
        writing_note: text.note,
        template_at: isoNow(clock),
        template_version: campaign.template_version + 1,
        generations: campaign.generations + (text.isGenerated ? 1 : 0),
      }
      return (
        (await campaignStore.updateCampaign(tx, owner, campaign.id, change)) ?? refuse('campaigns.not_found')
      )
    },

    /** The former texts of a template, newest first. */
    listTemplateVersions: campaignStore.listTemplateVersions,

    /** Marks all unsent emails as stale; manually edited ones only with `includeEdited`. */
    async askForWriting(
      tx: Db,
      owner: OwnerId,
      campaignId: string,
      { includeEdited }: { includeEdited: boolean },
    ): Promise<void> {
      if (includeEdited) await store.forgetEdits(tx, owner, campaignId)
      await campaignStore.raiseTemplateVersion(tx, owner, campaignId)
    },

    /** How many emails are to be written. */
    async countWaiting(tx: Db, owner: OwnerId, campaign: Campaign): Promise<number> {
      await store.followProspects(tx, owner, campaign.id)
      return store.countStale(tx, owner, campaign.id, campaign.template_version)
    },

    /** The number of emails being written in the background; null when finished. */
    async setRendering(tx: Db, owner: OwnerId, campaignId: string, total: number | null): Promise<void> {
      await campaignStore.updateCampaign(tx, owner, campaignId, { rendering_total: total })
    },

    /** Campaigns whose emails are being written. */
    listRendering: (tx: Db, owner: OwnerId): Promise<string[]> => campaignStore.listRendering(tx, owner),

    takeStale: (tx: Db, owner: OwnerId, campaign: Campaign, limit: number) =>
      store.takeStale(tx, owner, campaign.id, campaign.template_version, limit),

    saveRendered: (tx: Db, owner: OwnerId, campaign: Campaign, rows: store.Rendered[]) =>
      store.saveRendered(tx, owner, campaign.template_version, rows),

    /** Saves a manually edited email. Refuses if it was sent. */
    async saveByHand(
      tx: Db,
      owner: OwnerId,
      recipientId: string,
      text: { subject: string; body: string; content: string },
    ): Promise<void> {
      const row = await lockUnsent(tx, owner, recipientId)
      await store.updateRecipient(tx, owner, recipientId, {
        email_subject: text.subject,
        email_content: text.content,
        edited_body: text.body,
        is_edited: true,
        email_status: row.email_status === 'pending' ? 'generated' : row.email_status,
      })
    },

    lockUnsent,
    /** The recipient to show a text for. Null if the campaign has none. */
    chooseRecipient: store.chooseRecipient,
    listForChecking: store.listLight,

    /** Facts by prospect id. Those of a place come from the prospect's own table if it has the place. */
    async readFacts(
      tx: Db,
      owner: OwnerId,
      prospectIds: (string | null)[],
    ): Promise<Map<string, RecipientFacts>> {
      const ids = prospectIds.filter((id) => id !== null)
      const people = await prospects.listByIds(tx, owner, ids)
      const placeIds = [...new Set(people.map(({ place_id }) => place_id).filter(Boolean))]
      const places = Map.groupBy(await tables.listByPlaces(tx, owner, placeIds), ({ place_id }) => place_id)
      return new Map(
        people.map(({ id, place_id, business_table_id }) => {
          const known = places.get(place_id) ?? []
          const place = known.find(({ table_id }) => table_id === business_table_id) ?? known[0]
          return [id, toPlaceFacts(place)]
        }),
      )
    },
  }
}

async function keepFormerText(tx: Db, owner: OwnerId, campaign: Campaign, next: WrittenText): Promise<void> {
  const { email_subject: subject, email_body: body } = campaign
  if (body === null || (body === next.body && subject === next.subject)) return
  const former = {
    campaign_id: campaign.id,
    version: campaign.template_version,
    subject: subject ?? '',
    body,
    written_by: campaign.written_by ?? 'hand',
    saved_at: campaign.template_at ?? campaign.created_at,
  }
  await campaignStore.insertTemplateVersion(tx, owner, former, TEMPLATE_VERSIONS_MAX)
}

const toPlaceFacts = (place: Awaited<ReturnType<Tables['listByPlaces']>>[number] | undefined) => ({
  city: place?.locality ?? null,
  website: place?.website ?? null,
  category: place?.category ?? null,
  searched: place?.searched ?? null,
  site_text: place?.site_text ?? null,
})

/** Locks a recipient. Refuses if its message has left. */
async function lockUnsent(tx: Db, owner: OwnerId, recipientId: string): Promise<store.RecipientRow> {
  const row = (await store.lockRecipient(tx, owner, recipientId)) ?? refuse('campaigns.prospect_not_found')
  return UNSENT.includes(row.email_status) ? row : refuse('writing.already_sent')
}
