import { campaignMessages } from '@goldpan/contract/campaigns'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { NotFoundState } from '../../ui/not-found-state.tsx'
import { OtherAccounts } from '../organizations/other-accounts.tsx'

export const CampaignNotFound = () => (
  <NotFoundState
    title={campaignMessages.notFound}
    message="It may have been deleted."
    action={
      <Link to={paths.campaigns} className={buttonClass('primary')}>
        Back to Campaigns
      </Link>
    }
    more={<OtherAccounts isMissing className="mt-4 justify-center" />}
  />
)
