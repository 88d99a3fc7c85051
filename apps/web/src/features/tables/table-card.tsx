import type { TableSummary } from '@goldpan/contract/tables'
import { Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { countOf } from '../../lib/counts.ts'
import { formatDate } from '../../lib/dates.ts'
import { paths } from '../../lib/paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { isolated } from '../../ui/isolated.ts'
import { GatheringBadge } from '../gathering/gathering-badge.tsx'

export function TableCard({ table, onDelete }: { table: TableSummary; onDelete: () => void }) {
  const count = table.businesses[0]?.count ?? 0
  return (
    <Card
      as="li"
      title={<span dir="auto">{table.name}</span>}
      description={<span dir="auto">{table.query}</span>}
      footer={
        <div className="flex items-center justify-between gap-3">
          <Link
            to={paths.table(table.id)}
            className={buttonClass('secondary', 'sm')}
            aria-label={`View Details: ${isolated(table.name)}`}
          >
            View Details
          </Link>
          <IconButton
            label={`Delete ${isolated(table.name)}`}
            tone="danger"
            icon={<Trash2 aria-hidden="true" />}
            onClick={onDelete}
          />
        </div>
      }
    >
      <p className="tabular-nums">
        {countOf(count, 'business', 'businesses')}, {countOf(table.prospects_count, 'prospect')}
      </p>
      <p className="mt-1 text-sm text-ink-muted">Saved {formatDate(table.created_at)}</p>
      {table.prospecting_status && (
        <p className="mt-3 flex flex-wrap items-center gap-2 text-sm text-ink-muted">
          <GatheringBadge status={table.prospecting_status} />
          {table.last_prospecting_at && formatDate(table.last_prospecting_at)}
        </p>
      )}
    </Card>
  )
}
