import type { Database, Db } from '../../../db/database.ts'
import type { OwnerId } from '../../../db/owner.ts'
import { refuse } from '../../../http/refuse.ts'
import { type Clock, isoNow } from '../../../providers/clock/port.ts'
import type { Prospects } from '../../prospects/prospects.ts'
import type { Tables } from '../../tables/tables.ts'
import { UNSENT } from '../campaigns.rules.ts'
import * as campaignStore from '../campaigns.store.ts'
import * as store from '../recipients/recipients.store.ts'
import { chooseRecipient } from './texts.store.ts'

export interface WrittenText {
  subject: string
  body: string
  written_by: string
  note: string | null
  /** Whether a generation wrote it: the next one then writes another text. */
  isGenerated: boolean
}

/** What is known of a recipient's business, for the placeholders of a template. */
export interface RecipientFacts {
  city: string | null
  website: string | null
  /** As its directory calls it, in English: 'hair salon'. */
  category: string | null
  /** What the user searched for when it was found. */
  searched: string | null
  /** What its website calls itself: written by strangers, to look for known words in, never to be shown. */
  site_text: string | null
}

export interface TextsDeps {
  db: Database
  clock: Clock
  prospects: Pick<Prospects, 'listByIds'>
  tables: Pick<Tables, 'listByPlaces'>
}

/** What is written to recipients: the campaign's template, and each one's e-mail made from it. */
export function createTexts({ db, clock, prospects, tables }: TextsDeps) {
  return {
    /** Keeps a new template; all e-mails not yet sent are stale from then on. The campaign is locked by the caller. */
    async saveTemplate(tx: Db, owner: OwnerId, campaign: campaignStore.CampaignRow, text: WrittenText) {
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

    /** Asks for every e-mail not yet sent to be written again; those written by hand only when asked. */
    async askForWriting(
      tx: Db,
      owner: OwnerId,
      campaignId: string,
      { includeEdited }: { includeEdited: boolean },
    ): Promise<void> {
      if (includeEdited) await store.forgetEdits(tx, owner, campaignId)
      await campaignStore.raiseTemplateVersion(tx, owner, campaignId)
    },

    /** How many e-mails are to be written. */
    async countWaiting(tx: Db, owner: OwnerId, campaign: campaignStore.CampaignRow): Promise<number> {
      await store.followProspects(tx, owner, campaign.id)
      return store.countStale(tx, owner, campaign.id, campaign.template_version)
    },

    /** Remembers that so many e-mails are being written in the background; null when that is over. */
    async setRendering(tx: Db, owner: OwnerId, campaignId: string, total: number | null): Promise<void> {
      await campaignStore.updateCampaign(tx, owner, campaignId, { rendering_total: total })
    },

    takeStale: (tx: Db, owner: OwnerId, campaign: campaignStore.CampaignRow, limit: number) =>
      store.takeStale(tx, owner, campaign.id, campaign.template_version, limit),

    saveRendered: (tx: Db, owner: OwnerId, campaign: campaignStore.CampaignRow, rows: store.Rendered[]) =>
      store.saveRendered(tx, owner, campaign.template_version, rows),

    /** Keeps what the user wrote to one recipient; refuses when it was sent already. */
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
    /** As whom to show a text: the one asked for, else the first who is not sent to yet; null for a campaign of nobody. */
    chooseRecipient: (owner: OwnerId, campaignId: string, id: string | null) =>
      chooseRecipient(db, owner, campaignId, id),
    listForChecking: (tx: Db, owner: OwnerId, campaignId: string) => store.listLight(tx, owner, campaignId),

    /** Facts by prospect id; those of a place come from the prospect's own table where that has it. */
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

const toPlaceFacts = (place: Awaited<ReturnType<Tables['listByPlaces']>>[number] | undefined) => ({
  city: place?.locality ?? null,
  website: place?.website ?? null,
  category: place?.category ?? null,
  searched: place?.searched ?? null,
  site_text: place?.site_text ?? null,
})

/** One recipient, held for writing to; refuses when its message has left. */
async function lockUnsent(tx: Db, owner: OwnerId, recipientId: string): Promise<store.RecipientRow> {
  const row = (await store.lockRecipient(tx, owner, recipientId)) ?? refuse('campaigns.prospect_not_found')
  return UNSENT.includes(row.email_status) ? row : refuse('writing.already_sent')
}
