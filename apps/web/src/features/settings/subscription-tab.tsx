import { type BillingState, billingFallbacks } from '@goldpan/contract/billing'
import { planNames } from '@goldpan/contract/plans'
import { CreditCard } from 'lucide-react'
import { formatUtcDay } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { webAddress } from '../../lib/hosted-page.ts'
import { useSellsPlans } from '../../lib/use-sells-plans.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonCard, SkeletonText } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { useBilling, usePortal, useUndoDowngrade } from './billing.queries.ts'
import { PlanCard } from './plan-card.tsx'

const planGrid = 'grid gap-4 md:grid-cols-2 lg:grid-cols-3'

export function SubscriptionTab() {
  const billing = useBilling()
  if (billing.isPending) return <PlansSkeleton />
  if (billing.isError)
    return (
      <ErrorState
        message={errorText(billing.error, billingFallbacks.plans)}
        onRetry={() => void billing.refetch()}
        isRetrying={billing.isFetching}
      />
    )
  return <Plans state={billing.data} />
}

const PlansSkeleton = () => (
  <div role="status" aria-label="Loading the plans" className="flex flex-col gap-6">
    <div className="max-w-[64ch]">
      <SkeletonText lines={2} />
    </div>
    <div className={planGrid}>
      {['free', 'basic', 'premium'].map((plan) => (
        <SkeletonCard key={plan} height="15rem" lines={4} />
      ))}
    </div>
  </div>
)

const isPaid = ({ current_plan }: BillingState) => current_plan === 'basic' || current_plan === 'premium'

/** Where nothing is sold: the plan that the operator gave. */
const GivenPlan = ({ plan }: { plan: BillingState['current_plan'] }) => (
  <Card title={`Your plan: ${planNames[plan]}`}>
    <p className="max-w-[64ch] text-ink-muted">
      Plans and tokens are given by the operator of this installation. If your limits are too low, ask there.
    </p>
  </Card>
)

function Plans({ state }: { state: BillingState }) {
  const sellsPlans = useSellsPlans()
  if (sellsPlans === false) return <GivenPlan plan={state.current_plan} />
  return (
    <div className="flex flex-col gap-6">
      <Notices state={state} />
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <p className="max-w-[64ch] text-ink-muted">
          Upgrades take effect at once, and unused time is credited. Downgrades take effect at the end of the
          billing period; you can undo them until then.
          {state.renews_at &&
            !state.pending_change &&
            ` Your plan renews on ${formatUtcDay(state.renews_at)}.`}
        </p>
        {isPaid(state) && <ManageBilling />}
      </div>
      <ul className={planGrid} aria-label="Plans">
        {state.plans.map((plan) => (
          <PlanCard key={plan.id} plan={plan} state={state} />
        ))}
      </ul>
    </div>
  )
}

function Notices({ state }: { state: BillingState }) {
  const { pending_change, grace_until, is_test_mode, current_plan } = state
  const undo = useUndoDowngrade()
  return (
    <>
      {is_test_mode && (
        <Banner title="Test mode: no card is charged">
          Payments use a built-in test checkout. Everything else works normally.
        </Banner>
      )}
      {grace_until && (
        <Banner kind="error" title="Your last payment failed" action={!isPaid(state) && <ManageBilling />}>
          {isPaid(state)
            ? `You keep the ${planNames[current_plan]} plan until ${formatUtcDay(grace_until)}. Please check your payment method under Manage Billing.`
            : 'No payment arrived in time, so your plan is Free. It returns once the payment arrives.'}
        </Banner>
      )}
      {pending_change && (
        <Banner
          kind="warning"
          action={
            <Button
              size="sm"
              busy={undo.isPending && 'Undoing…'}
              onClick={() =>
                undo.mutate(undefined, {
                  onSuccess: () => toast.success('The downgrade is undone'),
                  onError: (error) => toast.error(errorText(error, billingFallbacks.subscription)),
                })
              }
            >
              Undo downgrade
            </Button>
          }
        >
          Your plan changes to {planNames[pending_change.plan]} on {formatUtcDay(pending_change.at)}.
        </Banner>
      )}
    </>
  )
}

function ManageBilling() {
  const portal = usePortal()
  const open = () =>
    portal.mutate(undefined, {
      onSuccess: (url) => {
        const address = webAddress(url)
        if (address) window.location.assign(address)
        else toast.error(billingFallbacks.portalAnswer)
      },
      onError: (error) => toast.error(errorText(error, billingFallbacks.portal)),
    })
  return (
    <Button icon={<CreditCard aria-hidden="true" />} busy={portal.isPending && 'Opening…'} onClick={open}>
      Manage Billing
    </Button>
  )
}
