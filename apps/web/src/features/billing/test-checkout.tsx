import { billingFallbacks, type PayAction, type PayPage } from '@goldpan/contract/billing'
import { dollars } from '@goldpan/contract/plans'
import { useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { usePressPayPage } from './billing.queries.ts'

const money = (cents: number): string => `${cents < 0 ? '−' : ''}${dollars(Math.abs(cents))}`

const overSentences: Record<Exclude<PayPage['status'], 'open'>, string> = {
  paid: 'This is paid.',
  cancelled: 'This was cancelled. Nothing was bought.',
  expired: 'This page is too old. Nothing was bought.',
}

/** A stand-in for a checkout: what is due, and buttons for each outcome. */
export function TestCheckout({ id, page }: { id: string; page: PayPage }) {
  const press = usePressPayPage(id)
  const [fault, setFault] = useState<string>()
  async function run(action: PayAction) {
    setFault(undefined)
    try {
      const after = await press.mutateAsync(action)
      if (action === 'decline') setFault('The card was declined. Nothing was bought; please try again.')
      else window.location.assign(after.return_url)
    } catch (error) {
      setFault(errorText(error, billingFallbacks.checkout))
    }
  }
  if (page.status !== 'open')
    return (
      <div className="flex flex-col gap-4">
        <Banner kind={page.status === 'paid' ? 'success' : 'info'}>{overSentences[page.status]}</Banner>
        <a href={page.return_url} className={buttonClass('primary')}>
          Back to Goldpan
        </a>
      </div>
    )
  return (
    <div className="flex flex-col gap-5">
      <dl className="flex flex-col gap-2">
        {page.lines.map(({ label, amount_cents }) => (
          <div key={label} className="flex justify-between gap-4">
            <dt>{label}</dt>
            <dd className="tabular-nums">{money(amount_cents)}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 border-t border-line pt-2 font-semibold">
          <dt>Due today</dt>
          <dd className="tabular-nums">{money(page.total_cents)}</dd>
        </div>
      </dl>
      {fault && <FieldError>{fault}</FieldError>}
      <div className="flex flex-col gap-2">
        <Button
          variant="primary"
          busy={press.isPending && press.variables === 'pay' && 'Paying…'}
          onClick={() => void run('pay')}
        >
          Pay {money(page.total_cents)} in test mode
        </Button>
        <Button disabled={press.isPending} onClick={() => void run('decline')}>
          Try a declined card
        </Button>
        <Button variant="ghost" disabled={press.isPending} onClick={() => void run('cancel')}>
          Cancel and go back
        </Button>
      </div>
    </div>
  )
}
