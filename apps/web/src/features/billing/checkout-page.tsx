import { billingFallbacks } from '@goldpan/contract/billing'
import { planNames } from '@goldpan/contract/plans'
import { planRanks } from '@goldpan/contract/usage'
import { CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { errorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { toast } from '../../ui/toast.ts'
import { useCheckout, useReadBackOnce } from './billing.queries.ts'

const SUCCESS_SHOWN_MS = 2000
/** Opens the settings on the new plan. */
const toPlans = { replace: true, state: { tab: 'subscription' } }

/** Redirects to the hosted checkout, and handles the way back. */
export function CheckoutPage() {
  const [query] = useSearchParams()
  const priceId = query.get('priceId')
  if (query.get('success')) return <Success />
  return priceId ? <Preparing priceId={priceId} /> : <Navigate to={paths.settings} replace />
}

function Success() {
  const navigate = useNavigate()
  useReadBackOnce(({ current_plan }) => {
    if (planRanks[current_plan] > planRanks.free)
      toast.success(`Thank you! You are now on the ${planNames[current_plan]} plan.`)
  })
  useEffect(() => {
    const timer = setTimeout(() => navigate(paths.settings, toPlans), SUCCESS_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <div role="status" className="grid min-h-[60dvh] place-content-center justify-items-center gap-3 px-4">
      <CircleCheck className="size-10 text-success-ink" strokeWidth={1.5} aria-hidden="true" />
      <h1 tabIndex={-1} className="text-center text-lg font-semibold">
        Subscription Updated Successfully
      </h1>
      <p className="text-ink-muted">Taking you back to your settings…</p>
    </div>
  )
}

function Preparing({ priceId }: { priceId: string }) {
  const navigate = useNavigate()
  const checkout = useCheckout(priceId)
  if (checkout.isError)
    return (
      <ErrorState
        level={1}
        title="Checkout could not be started"
        message={errorText(checkout.error, billingFallbacks.checkout)}
        action={
          <Button variant="primary" onClick={() => void navigate(paths.settings)}>
            Back to Settings
          </Button>
        }
      />
    )
  return (
    <div role="status" className="grid min-h-[60dvh] place-content-center justify-items-center gap-3 px-4">
      <Spinner className="text-ink-muted [&_svg]:size-8" />
      <h1 tabIndex={-1} className="text-lg font-semibold">
        Preparing Checkout
      </h1>
      <p className="text-ink-muted">Taking you to the payment page…</p>
    </div>
  )
}
