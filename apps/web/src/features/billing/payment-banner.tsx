import { planNames } from '@goldpan/contract/plans'
import { Link, useLocation, useSearchParams } from 'react-router'
import { formatUtcDay } from '../../lib/dates.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/use-session.ts'
import { Banner } from '../../ui/banner.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { useBillingState } from './billing.queries.ts'

/** Shown on every screen while a failed payment can still be retried. */
export function PaymentBanner() {
  const { user } = useSession()
  const isPaid = user?.subscription_plan === 'basic' || user?.subscription_plan === 'premium'
  const { data } = useBillingState(isPaid)
  const { pathname } = useLocation()
  const [query] = useSearchParams()
  const isThere = pathname === paths.settings && query.get('tab') === 'subscription'
  if (!data?.grace_until || isThere) return null
  return (
    <Banner
      kind="error"
      title="Your last payment failed"
      action={
        <Link to={paths.settingsTab('subscription')} className={buttonClass('secondary', 'sm')}>
          View subscription
        </Link>
      }
    >
      You keep the {planNames[data.current_plan]} plan until {formatUtcDay(data.grace_until)}. Without a
      payment, it then becomes Free; your data stays.
    </Banner>
  )
}
