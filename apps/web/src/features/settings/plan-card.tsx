import { type BillingState, billingFallbacks, type PlanOffer } from '@goldpan/contract/billing'
import { canHoldOrganizations } from '@goldpan/contract/organizations'
import { planNames } from '@goldpan/contract/plans'
import { planRanks } from '@goldpan/contract/usage'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { formatUtcDay } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { useDowngrade } from './billing.queries.ts'

export function PlanCard({ plan, state }: { plan: PlanOffer; state: BillingState }) {
  const isCurrent = plan.id === state.current_plan
  return (
    <Card
      as="li"
      className={isCurrent ? 'border-accent outline outline-accent' : undefined}
      title={plan.name}
      actions={isCurrent && <Badge colour="green">Current Plan</Badge>}
      footer={<PlanAction plan={plan} state={state} />}
    >
      <p className="text-lg font-semibold tabular-nums">{plan.price_label}</p>
      <ul className="mt-4 flex flex-col gap-2">
        {plan.features.map((feature) => (
          <li key={feature} className="flex gap-2">
            <Check className="mt-0.5 size-4 shrink-0 text-success-ink" aria-hidden="true" />
            {feature}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** As high as the buttons of the other plans. */
const sentenceClass = 'flex min-h-control items-center text-sm text-ink-muted'

function PlanAction({ plan, state }: { plan: PlanOffer; state: BillingState }) {
  const difference = planRanks[plan.id] - planRanks[state.current_plan]
  if (difference === 0) return <p className={sentenceClass}>You are on this plan.</p>
  if (difference < 0) return <Downgrade plan={plan} state={state} />
  // Free can't be bought, so the internal test plan can't switch to it here.
  if (plan.id === 'free') return <p className={sentenceClass}>Without payment.</p>
  return <Upgrade plan={plan} isNext={difference === 1} />
}

function Upgrade({ plan, isNext }: { plan: PlanOffer; isNext: boolean }) {
  const navigate = useNavigate()
  const go = () => {
    if (plan.price_id) navigate(paths.checkout(plan.price_id))
    else toast.error(billingFallbacks.plan)
  }
  return (
    <Button
      variant={isNext ? 'primary' : 'secondary'}
      className="w-full"
      onClick={go}
      aria-label={`Upgrade to ${plan.name}`}
    >
      Upgrade
    </Button>
  )
}

function Downgrade({ plan, state }: { plan: PlanOffer; state: BillingState }) {
  const [isAsking, setAsking] = useState(false)
  const downgrade = useDowngrade()
  async function confirm() {
    if (plan.id === 'premium') return
    try {
      await downgrade.mutateAsync(plan.id)
      toast.success(`Your plan changes to ${plan.name} at the end of the period`)
    } catch (error) {
      toast.error(errorText(error, billingFallbacks.subscription))
    }
    setAsking(false)
  }
  return (
    <>
      <Button
        className="w-full"
        disabled={state.pending_change?.plan === plan.id}
        onClick={() => setAsking(true)}
        aria-label={`Downgrade to ${plan.name}`}
      >
        Downgrade
      </Button>
      <ConfirmDialog
        open={isAsking}
        kind="warning"
        title={`Downgrade to ${plan.name}`}
        message={downgradeSentences(state, plan)}
        confirmLabel="Downgrade"
        busyLabel="Changing…"
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}

function downgradeSentences({ current_plan, renews_at }: BillingState, { name }: PlanOffer): string {
  const current = planNames[current_plan]
  const change = renews_at
    ? `Your plan stays ${current} until ${formatUtcDay(renews_at)} and then becomes ${name}. You can undo this until then.`
    : `Your plan stays ${current} until the end of the period and then becomes ${name}.`
  if (!canHoldOrganizations(current_plan)) return change
  return `${change} Organizations that you own can then be read, but not changed.`
}
