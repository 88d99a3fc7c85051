import { campaignMessages } from '@goldpan/contract/campaigns'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { NotFoundState } from '../../ui/not-found-state.tsx'

export const CampaignNotFound = () => (
  <NotFoundState
    title={campaignMessages.notFound}
    message="It may have been deleted, or it belongs to another account."
    action={
      <Link to={paths.campaigns} className={buttonClass('primary')}>
        Back to Campaigns
      </Link>
    }
  />
)
