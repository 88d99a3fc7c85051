import { billingFallbacks } from '@goldpan/contract/billing'
import { Coins } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { countOf } from '../../lib/counts.ts'
import { errorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { useSellsPlans } from '../../lib/use-sells-plans.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton, SkeletonText } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toast.ts'
import { useBalance, useReadBack, useSaveTokenSettings } from './billing.queries.ts'
import { BuyTokensDialog } from './buy-tokens-dialog.tsx'
import { useTokenSettings } from './settings.queries.ts'

export function TokensTab() {
  const [query, setQuery] = useSearchParams()
  const setPurchase = (isOpen: boolean) =>
    setQuery(isOpen ? { tab: 'tokens', showPurchase: 'true' } : { tab: 'tokens' }, { replace: true })
  useThanks()
  const sellsPlans = useSellsPlans() !== false
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <BalanceCard onBuy={sellsPlans ? () => setPurchase(true) : null} />
      <UsingTokensCard />
      {sellsPlans && query.get('showPurchase') === 'true' && (
        <BuyTokensDialog onClose={() => setPurchase(false)} />
      )}
    </div>
  )
}

/** After a payment: reads back the result and says thank you once. */
function useThanks() {
  const [query, setQuery] = useSearchParams()
  const readBack = useReadBack()
  const isThanked = useRef(false)
  const hasBought = query.get('purchased') === 'true'
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each return from a payment
  useEffect(() => {
    if (!hasBought || isThanked.current) return
    isThanked.current = true
    readBack.mutate(undefined, {
      onSuccess: () => void toast.success('Thank you! Your tokens have been added.'),
    })
    setQuery({ tab: 'tokens' }, { replace: true })
  }, [hasBought])
}

/** `onBuy` is null if tokens aren't sold. */
function BalanceCard({ onBuy }: { onBuy: (() => void) | null }) {
  const balance = useBalance()
  return (
    <Card title="Token balance">
      {balance.isPending && <Skeleton width="8rem" height="2.125rem" />}
      {balance.isError && (
        <ErrorState
          level={3}
          message={errorText(balance.error, billingFallbacks.tokenBalance)}
          onRetry={() => void balance.refetch()}
          isRetrying={balance.isFetching}
        />
      )}
      {balance.data && (
        <p className="flex items-center gap-2 text-xl font-semibold tabular-nums">
          <Coins className="size-6 text-accent-ink" aria-hidden="true" />
          {countOf(balance.data.tokens, 'token')}
        </p>
      )}
      <div className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-3">
        {onBuy ? (
          <Button variant="primary" onClick={onBuy}>
            Buy Tokens
          </Button>
        ) : (
          <p className="text-ink-muted">The operator of this installation gives tokens.</p>
        )}
        <Link to={paths.tokenHistory} className="hyperlink inline-flex min-h-6 items-center">
          View transaction history
        </Link>
      </div>
    </Card>
  )
}

function UsingTokensCard() {
  const settings = useTokenSettings()
  return (
    <Card title="How tokens are used">
      <ul className="flex list-disc flex-col gap-1.5 ps-5 text-ink-muted">
        <li>One token buys one business search, one email generation or one email sent.</li>
        <li>Tokens are used only after your plan’s limits are reached.</li>
        <li>Tokens never expire.</li>
      </ul>
      <div className="mt-5 border-t border-line pt-5">
        {settings.isPending && <SkeletonText lines={2} />}
        {settings.isError && (
          <ErrorState
            level={3}
            message={errorText(settings.error, billingFallbacks.tokenSettings)}
            onRetry={() => void settings.refetch()}
            isRetrying={settings.isFetching}
          />
        )}
        {settings.data && <UseToggle {...settings.data} />}
      </div>
    </Card>
  )
}

function UseToggle({ tokens, tokens_enabled }: { tokens: number; tokens_enabled: boolean }) {
  const save = useSaveTokenSettings()
  const isEmpty = tokens <= 0
  const howToGet = useSellsPlans() === false ? 'Ask the operator for some' : 'Buy some'
  return (
    <Switch
      label="Use tokens automatically"
      help={
        isEmpty
          ? `You have no tokens. ${howToGet} to turn this on.`
          : 'Tokens are used once a monthly limit is reached.'
      }
      checked={tokens_enabled}
      disabled={isEmpty || save.isPending}
      onChange={(event) =>
        save.mutate(event.target.checked, {
          onSuccess: () => void toast.success('Token settings updated'),
        })
      }
    />
  )
}
