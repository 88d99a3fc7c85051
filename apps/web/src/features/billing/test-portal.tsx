import { billingFallbacks, type PayAction, type PayPage } from '@goldpan/contract/billing'
import { planNames } from '@goldpan/contract/plans'
import { formatDay } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { DataList } from '../../ui/data-list.tsx'
import { toast } from '../../ui/toast.ts'
import { usePressPayPage } from './billing.queries.ts'

type Held = NonNullable<PayPage['subscription']>

const statusNames: Record<Held['status'], string> = {
  active: 'Active',
  past_due: 'Payment failed',
  ended: 'Ended',
}

/** A stand-in for a provider's customer portal, with a button that makes a payment fail. */
export function TestPortal({ id, page }: { id: string; page: PayPage }) {
  return (
    <div className="flex flex-col gap-5">
      {page.subscription ? (
        <Subscription id={id} held={page.subscription} />
      ) : (
        <p className="text-ink-muted">There is no subscription.</p>
      )}
      <a href={page.return_url} className={buttonClass('primary')}>
        Back to Goldpan
      </a>
    </div>
  )
}

function Subscription({ id, held }: { id: string; held: Held }) {
  const press = usePressPayPage(id)
  const run = (action: PayAction) =>
    press.mutate(action, {
      onSuccess: () => void toast.success('Changed'),
      onError: (error) => void toast.error(errorText(error, billingFallbacks.subscription)),
    })
  const button = (action: PayAction, label: string) => (
    <Button busy={press.isPending && press.variables === action} onClick={() => run(action)}>
      {label}
    </Button>
  )
  return (
    <>
      <DataList
        items={[
          { label: 'Plan', value: planNames[held.plan] },
          { label: 'Status', value: statusNames[held.status] },
          held.ends_at
            ? { label: 'Ends on', value: formatDay(held.ends_at) }
            : { label: 'Renews on', value: formatDay(held.renews_at) },
          { label: 'Next payment', value: held.next_payment_fails ? 'Will fail' : 'Will succeed' },
        ]}
      />
      <div className="flex flex-col gap-2">
        {held.status === 'past_due' && button('settle', 'Pay what is due')}
        {held.ends_at || held.next_payment_fails
          ? button('keep_subscription', 'Keep the subscription and pay')
          : button('fail_payment', 'Let the next payment fail')}
        {!held.ends_at && button('end_subscription', 'End at the end of the period')}
      </div>
    </>
  )
}
