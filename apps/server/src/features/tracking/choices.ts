import type { Database, Db } from '../../db/database.ts'
import type { OwnerId } from '../../db/owner.ts'
import { type Clock, isoNow } from '../../providers/clock/port.ts'
import { hashOf } from '../suppressions/suppressions.rules.ts'
import * as store from './choices.store.ts'

/** Until the owner chooses, opens are recorded and links stay as written. */
const DEFAULT: store.Choice = { opens: true, clicks: false }
const UNTRACKED: store.Choice = { opens: false, clicks: false }
const FOLLOW: store.CampaignChoice = { opens: null, clicks: null }

export interface Tracked {
  campaign_id: string | null
  email: string
}

/** How long an owner's choices are cached while messages are built. */
const REMEMBERED_MS = 5000
const OWNERS_MAX = 1000

interface Remembered {
  at: number
  rules: Promise<{
    account: store.Choice
    campaigns: Map<string, store.CampaignChoice>
    withdrawn: Set<string>
  }>
}

/** Decides what may be recorded: the recipient's opt-out first, then the campaign's choice, then the owner's. */
export function createChoices({ db, clock }: { db: Database; clock: Clock }) {
  const remembered = new Map<OwnerId, Remembered>()

  async function readRules(owner: OwnerId) {
    const [account, campaigns, withdrawn] = await Promise.all([
      getChoice(db, owner),
      store.listCampaignChoices(db, owner, null),
      store.listWithdrawn(db, owner, null),
    ])
    return { account, campaigns, withdrawn }
  }

  function rememberRules(owner: OwnerId): Remembered['rules'] {
    const now = clock.now().getTime()
    const known = remembered.get(owner)
    if (known && now - known.at < REMEMBERED_MS) return known.rules
    if (remembered.size >= OWNERS_MAX) remembered.clear()
    const rules = readRules(owner)
    rules.catch(() => remembered.delete(owner))
    remembered.set(owner, { at: now, rules })
    return rules
  }

  const getChoice = async (tx: Db, owner: OwnerId): Promise<store.Choice> =>
    (await store.findChoice(tx, owner)) ?? DEFAULT

  return {
    getChoice,
    async setChoice(owner: OwnerId, choice: store.Choice): Promise<store.Choice> {
      await store.saveChoice(db, owner, choice, isoNow(clock))
      remembered.delete(owner)
      return choice
    },

    getCampaignChoice: async (owner: OwnerId, id: string): Promise<store.CampaignChoice> =>
      (await store.listCampaignChoices(db, owner, [id])).get(id) ?? FOLLOW,
    async setCampaignChoice(owner: OwnerId, id: string, choice: store.CampaignChoice): Promise<void> {
      await store.saveCampaignChoice(db, owner, id, choice, isoNow(clock))
      remembered.delete(owner)
    },

    /** For a message being built. `findAllowed` checks again at the visit. */
    async findWanted(owner: OwnerId, message: Tracked): Promise<store.Choice> {
      const { account, campaigns, withdrawn } = await rememberRules(owner)
      if (withdrawn.size > 0 && withdrawn.has(hashOf(message.email))) return UNTRACKED
      return merge(account, message.campaign_id ? campaigns.get(message.campaign_id) : undefined)
    },

    /** The current choices for these messages, old ones included. */
    async findAllowed(tx: Db, owner: OwnerId, messages: readonly Tracked[]): Promise<store.Choice[]> {
      const ids = [...new Set(messages.flatMap(({ campaign_id }) => campaign_id ?? []))]
      const account = await getChoice(tx, owner)
      const campaigns = await store.listCampaignChoices(tx, owner, ids)
      const hasWithdrawn = await store.hasWithdrawn(tx, owner)
      // Most owners have no opt-outs: skip hashing.
      const emails = new Set(hasWithdrawn ? messages.map(({ email }) => email) : [])
      const hashes = new Map([...emails].map((email) => [email, hashOf(email)] as const))
      const withdrawn = await store.listWithdrawn(tx, owner, [...hashes.values()])
      return messages.map(({ campaign_id, email }) => {
        if (withdrawn.has(hashes.get(email) ?? '')) return UNTRACKED
        return merge(account, campaign_id ? campaigns.get(campaign_id) : undefined)
      })
    },

    isWithdrawn: async (tx: Db, owner: OwnerId, email: string): Promise<boolean> =>
      (await store.listWithdrawn(tx, owner, [hashOf(email)])).size > 0,
    async withdraw(tx: Db, owner: OwnerId, email: string): Promise<void> {
      await store.insertWithdrawal(tx, owner, hashOf(email), isoNow(clock))
      remembered.delete(owner)
    },
    async allowAgain(tx: Db, owner: OwnerId, email: string): Promise<void> {
      await store.deleteWithdrawal(tx, owner, hashOf(email))
      remembered.delete(owner)
    },
  }
}

const merge = (account: store.Choice, own: store.CampaignChoice = FOLLOW): store.Choice => ({
  opens: own.opens ?? account.opens,
  clicks: own.clicks ?? account.clicks,
})

export type Choices = ReturnType<typeof createChoices>
