import { usageRoutes } from '@goldpan/contract/usage'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Link } from 'react-router'
import { call } from '../lib/goldpan-api.ts'
import { paths } from '../lib/paths.ts'
import { percentOf, type UsageState, usageState } from '../ui/usage-state.ts'

const colours: Record<UsageState, string> = { normal: 'bg-info', near: 'bg-warning', full: 'bg-danger' }
const kinds = [
  { name: 'business_searches', noun: 'searches' },
  { name: 'emails_sent', noun: 'emails' },
] as const

/** This month's searches and emails, at the foot of the sidebar. Hidden on errors, which the settings show. */
export function MonthUsage() {
  const { data } = useQuery({ queryKey: ['usage'], queryFn: () => call(usageRoutes.getUsage) })
  if (!data) return null
  return (
    <Link
      to={paths.settings}
      title="Usage this month"
      className="flex flex-col gap-1.5 rounded-md px-2 py-1.5 text-xs text-ink-muted hover:bg-hover hover:text-ink"
    >
      <span className="sr-only">Usage this month:</span>
      {kinds.map(({ name, noun }) => {
        const count = data[`${name}_count`]
        const limit = data[`${name}_limit`]
        return (
          <span key={name} className="flex flex-col gap-1 tabular-nums">
            {limit === null
              ? `Unlimited ${noun}`
              : `${count.toLocaleString()} of ${limit.toLocaleString()} ${noun}`}
            {limit !== null && (
              <span className="h-1 overflow-hidden rounded-full bg-pressed">
                <span
                  className={clsx('block h-full', colours[usageState(count, limit)])}
                  style={{ width: `${percentOf(count, limit)}%` }}
                />
              </span>
            )}
          </span>
        )
      })}
    </Link>
  )
}
