import type { TableResult } from '@goldpan/contract/home'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Card } from '../../ui/card.tsx'
import { percentOf } from '../../ui/usage-state.ts'

/** Which searches bring replies: the tables whose prospects answered, by the share that did. */
export function BestTables({ tables }: { tables: readonly TableResult[] }) {
  return (
    <Card title="What brings replies">
      {tables.length === 0 ? (
        <p className="text-ink-muted">
          Once prospects of a table have answered, the tables that bring most replies stand here.
        </p>
      ) : (
        <ol className="flex flex-col gap-4">
          {tables.map(({ id, name, sent, replied }) => (
            <li key={id} className="flex flex-col gap-1.5">
              <span className="flex flex-wrap items-baseline justify-between gap-x-4">
                <Link
                  to={paths.table(id)}
                  dir="auto"
                  className="min-w-0 rounded-sm font-medium break-words hover:underline"
                >
                  {name}
                </Link>
                <span className="text-sm text-ink-muted tabular-nums">
                  {`${percentOf(replied, sent)} % answered (${replied} of ${sent})`}
                </span>
              </span>
              <span aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-pressed">
                <span
                  className="block h-full rounded-full bg-chart-3"
                  style={{ width: `${percentOf(replied, sent)}%` }}
                />
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
