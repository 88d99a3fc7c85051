import type { CampaignTracking, TrackingChoice } from '@goldpan/contract/tracking'
import type { OwnerId } from '../../../db/owner.ts'
import { createLinks } from '../links/links.ts'
import type { TrackingParts } from '../tracking.ts'

/** What an owner sees and chooses: for all campaigns, and for each. */
export function createScreen(parts: TrackingParts) {
  const { choices, campaigns } = parts
  const links = createLinks(parts)

  async function getCampaignTracking(owner: OwnerId, id: string): Promise<CampaignTracking> {
    await campaigns.getCampaign(owner, id)
    const [account, choice, activity] = await Promise.all([
      choices.getChoice(owner),
      choices.getCampaignChoice(owner, id),
      links.countActivity(owner, id),
    ])
    return { account, choice, ...activity }
  }

  return {
    getChoice: (owner: OwnerId) => choices.getChoice(owner),
    setChoice: (owner: OwnerId, choice: TrackingChoice) => choices.setChoice(owner, choice),
    getCampaignTracking,
    async setCampaignChoice(owner: OwnerId, id: string, choice: CampaignTracking['choice']) {
      await campaigns.getCampaign(owner, id)
      await choices.setCampaignChoice(owner, id, choice)
      return getCampaignTracking(owner, id)
    },
  }
}
