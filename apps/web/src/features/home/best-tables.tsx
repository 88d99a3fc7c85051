import type { TableResult } from '@goldpan/contract/home'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Card } from '../../ui/card.tsx'

/** Which searches bring replies: the tables whose prospects answered, by the share that did. */
export function BestTables({ tables }: { tables: readonly TableResult[] }) {
  return (
    <Card title="What brings replies">
      {tables.length === 0 ? (
        <p className="text-ink-muted">
          Once prospects of a table have answered, the tables that bring most replies stand here.
        </p>
      ) : (
        <ol className="flex flex-col divide-y divide-line">
          {tables.map(({ id, name, sent, replied }) => (
            <li key={id} className="flex items-baseline justify-between gap-4 py-2 first:pt-0 last:pb-0">
              <Link to={paths.table(id)} dir="auto" className="hyperlink min-w-0 break-words">
                {name}
              </Link>
              <span className="shrink-0 text-sm text-ink-muted tabular-nums">
                {`${Math.round((replied / sent) * 100)} % answered (${replied} of ${sent})`}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
