import type { CampaignMailboxes } from '@goldpan/contract/own-mailboxes'
import type { Database, Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { isRowId } from '../../db/row-id.ts'
import { refuse } from '../../http/refuse.ts'
import type { Campaign, Campaigns } from '../campaigns/campaigns.ts'
import type { SendingMailbox, SendingMailboxes } from '../own-mailboxes/sending-mailboxes.ts'
import type { SendingDomainCare } from '../sending-domain/sending-domain.ts'
import type { PaceCare } from './pace.ts'
import { sendFrom } from './rotation.store.ts'
import { findActiveJob } from './send-jobs.store.ts'
import type { SenderKind } from './sending.store.ts'

export interface CampaignMailboxesDeps {
  db: Database
  campaigns: Pick<Campaigns, 'setMailboxes'>
  mailboxes: Pick<SendingMailboxes, 'list' | 'listBound'>
  pace: Pick<PaceCare, 'find' | 'liftHolds'>
  sendingDomain: Pick<SendingDomainCare, 'requireReady'>
}

/** Chooses and lists the mailboxes that the messages of a campaign leave from. */
export function createCampaignMailboxes(deps: CampaignMailboxesDeps) {
  const { db, campaigns, mailboxes, pace, sendingDomain } = deps

  return {
    /** Also applies to a running send, except for messages in flight. Refuses if nothing may leave from there. */
    async set(owner: OwnerId, id: string, ids: string[] | null): Promise<CampaignMailboxes> {
      const isSending = isRowId(id) && (await findActiveJob(db, owner, id, 'send')) !== null
      if (isSending && ids?.length === 0) await sendingDomain.requireReady()
      return db.transaction(async (tx) => {
        const chosen = await campaigns.setMailboxes(tx, owner, id, ids)
        const mailbox_ids = chosen.mailbox_ids
        const candidates = candidatesOf({ mailbox_ids }, await mailboxes.list(tx, owner, 'UTC'))
        if (candidates.length > 0) await sendFrom(tx, owner, id, 'mailbox')
        else if (mailbox_ids?.length === 0) await sendFrom(tx, owner, id, 'shared')
        await pace.liftHolds(tx, owner)
        return chosen
      })
    },

    /** The return address, unless the campaign has mailboxes. Refuses if all that were chosen are gone. */
    async findSender(owner: OwnerId, campaign: Campaign): Promise<SenderKind> {
      const candidates = candidatesOf(campaign, await mailboxes.list(db, owner, 'UTC'))
      if (candidates.length > 0) return 'mailbox'
      return campaign.mailbox_ids?.length ? refuse('mailboxes.none') : 'shared'
    },

    /** The mailbox that an address is bound to, in all campaigns; null if none, or if the mailbox is gone. */
    async findBound(
      tx: Db,
      owner: OwnerId,
      emails: readonly string[],
    ): Promise<(email: string) => string | null> {
      const bound = await mailboxes.listBound(tx, owner, emails)
      const known = bound.size > 0 ? await mailboxes.list(tx, owner, 'UTC') : []
      const existing = new Set(known.filter(({ isGone }) => !isGone).map(({ id }) => id))
      return (email) => {
        const id = bound.get(email.toLowerCase())
        return id !== undefined && existing.has(id) ? id : null
      }
    },

    /** Returns the reasons why mailboxes can't send, by their ids. */
    async listWaits(owner: OwnerId): Promise<Map<string, string>> {
      const { time_zone } = await pace.find(db, owner, 'mailbox')
      const known = await mailboxes.list(db, owner, time_zone)
      return new Map(
        known.flatMap(({ id, address, isGone, canSend, sentence }) =>
          canSend ? [] : [[id, isGone ? `the mailbox ${address} is gone` : sentence] as const],
        ),
      )
    },
  }
}

export type CampaignMailboxCare = ReturnType<typeof createCampaignMailboxes>

/** The mailboxes that a campaign uses for people who have heard from none. */
export const candidatesOf = (
  { mailbox_ids }: { mailbox_ids: string[] | null },
  mailboxes: readonly SendingMailbox[],
): SendingMailbox[] =>
  mailboxes.filter(
    ({ id, isGone, is_used }) => !isGone && (mailbox_ids === null ? is_used : mailbox_ids.includes(id)),
  )
