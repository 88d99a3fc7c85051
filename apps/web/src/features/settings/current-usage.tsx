import type { CallAnswer } from '@goldpan/contract/route'
import type { usageRoutes } from '@goldpan/contract/usage'
import { Coins } from 'lucide-react'
import { Link } from 'react-router'
import { countOf } from '../../lib/counts.ts'
import { formatUtcDay } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { useSellsPlans } from '../../lib/use-sells-plans.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { UsageBar } from '../../ui/usage-bar.tsx'
import { useTokenSettings, useUsage } from './settings.queries.ts'
import { usageGuidance } from './usage-guidance.ts'

type Usage = CallAnswer<typeof usageRoutes.getUsage>

const bars = [
  { name: 'business_searches', label: 'Searches' },
  { name: 'email_generations', label: 'Generations' },
  { name: 'emails_sent', label: 'Emails sent' },
] as const

/** Usage of this month and the token balance. */
export function CurrentUsage() {
  const usage = useUsage()
  const tokens = useTokenSettings()
  return (
    <Card
      title="Current Usage"
      description={
        usage.data
          ? usageSentence(usage.data)
          : usage.isPending && <Skeleton width="16rem" className="my-1" />
      }
    >
      {usage.isPending && (
        <div role="status" aria-label="Loading your usage" className="flex flex-col gap-6">
          {bars.map(({ name }) => (
            <Skeleton key={name} height="1.75rem" />
          ))}
        </div>
      )}
      {usage.isError && (
        <ErrorState
          level={3}
          message={errorText(usage.error, 'Failed to load data')}
          onRetry={() => void usage.refetch()}
          isRetrying={usage.isFetching}
        />
      )}
      {usage.data && (
        <div className="flex flex-col gap-5">
          {bars.map(({ name, label }) => (
            <UsageBar
              key={name}
              label={label}
              count={usage.data[`${name}_count`]}
              limit={usage.data[`${name}_limit`]}
              guidance={tokens.data && !usage.data.counted_on && <Guidance tokens={tokens.data} />}
            />
          ))}
        </div>
      )}
      <TokenChip tokens={tokens.data?.tokens} />
    </Card>
  )
}

const usageSentence = ({ resets_at, counted_on }: Usage) =>
  [
    resets_at ? `Resets on ${formatUtcDay(resets_at)}.` : 'Resets on the 1st of each month (UTC).',
    'Each follow-up counts as an email.',
    counted_on && `Usage in this organization counts toward ${counted_on}’s plan.`,
  ]
    .filter(Boolean)
    .join(' ')

function Guidance({ tokens }: { tokens: { tokens: number; tokens_enabled: boolean } }) {
  const { text, link } = usageGuidance(tokens, useSellsPlans())
  return (
    <>
      {text}{' '}
      {link && (
        <Link to={link.to} className="hyperlink inline-flex min-h-6 items-center">
          {link.label}
        </Link>
      )}
    </>
  )
}

function TokenChip({ tokens }: { tokens: number | undefined }) {
  const sellsPlans = useSellsPlans()
  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-sunken px-4 py-3">
      <p className="flex items-center gap-2 font-medium">
        <Coins className="size-5 text-accent-ink" aria-hidden="true" />
        <span data-testid="token-balance" className="tabular-nums">
          {tokens === undefined ? '– tokens' : countOf(tokens, 'token')}
        </span>
      </p>
      <span className="flex gap-2">
        {sellsPlans !== false && (
          <Link to={paths.buyTokens} className={buttonClass('secondary', 'sm')}>
            Buy more
          </Link>
        )}
        <Link to={paths.settingsTab('tokens')} className={buttonClass('ghost', 'sm')}>
          Manage
        </Link>
      </span>
    </div>
  )
}
