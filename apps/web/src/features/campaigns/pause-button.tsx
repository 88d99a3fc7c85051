import type { Campaign } from '@goldpan/contract/campaigns'
import { Pause, Play } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { usePauseCampaign } from './campaigns.queries.ts'

/** Pauses an active campaign with its follow-ups, or resumes a paused one. */
export function PauseButton({ campaign, isNext }: { campaign: Campaign; isNext: boolean }) {
  const change = usePauseCampaign(campaign.id)
  if (campaign.status === 'active')
    return (
      <Button
        icon={<Pause aria-hidden="true" className="max-sm:hidden" />}
        busy={change.isPending && 'Pausing…'}
        onClick={() => change.mutate('pause')}
      >
        Pause Campaign
      </Button>
    )
  if (campaign.status === 'paused')
    return (
      <Button
        variant={isNext ? 'primary' : 'secondary'}
        icon={<Play aria-hidden="true" className="max-sm:hidden" />}
        busy={change.isPending && 'Resuming…'}
        onClick={() => change.mutate('resume')}
      >
        Resume Campaign
      </Button>
    )
  return null
}
