import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { UsageBar } from '../../ui/usage-bar.tsx'
import { useMonthUsage } from './home.queries.ts'

const bars = [
  { name: 'business_searches', label: 'Searches' },
  { name: 'email_generations', label: 'Generations' },
  { name: 'emails_sent', label: 'Emails sent' },
] as const

/** What is left of the month's allowance. The settings say more, and what went wrong if it can't be read. */
export function MonthUsage() {
  const { data, isError } = useMonthUsage()
  if (isError) return null
  return (
    <Card
      title="This month"
      actions={
        <Link to={paths.settings} className="hyperlink inline-flex min-h-6 items-center text-sm">
          Usage and plan
        </Link>
      }
    >
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-3">
        {bars.map(({ name, label }) =>
          data ? (
            <UsageBar key={name} label={label} count={data[`${name}_count`]} limit={data[`${name}_limit`]} />
          ) : (
            <Skeleton key={name} height="2.125rem" />
          ),
        )}
      </div>
    </Card>
  )
}
