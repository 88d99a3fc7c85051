import type { Suppression } from '@goldpan/contract/suppressions'
import { Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatDate } from '../../lib/dates.ts'
import { Badge, type BadgeColour } from '../../ui/badge.tsx'
import { DeleteDialog } from '../../ui/delete-dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Table } from '../../ui/table.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { useRemoveSuppression } from './suppressions.queries.ts'

const reasons: Record<Suppression['reason'], { label: string; colour: BadgeColour }> = {
  unsubscribed: { label: 'Unsubscribed', colour: 'yellow' },
  bounced: { label: 'Address does not exist', colour: 'red' },
  complaint: { label: 'Reported as spam', colour: 'red' },
  stop_reply: { label: 'Answered ‘stop’', colour: 'purple' },
  manual: { label: 'Added by you', colour: 'grey' },
}

export const reasonOptions = Object.entries(reasons).map(([value, { label }]) => ({ value, label }))

const nameOf = ({ address, kind }: Suppression): string =>
  address === null ? 'a deleted contact' : kind === 'domain' ? `everybody at ${address}` : address

const columns: readonly Column<Suppression>[] = [
  {
    id: 'address',
    header: 'Address or domain',
    cell: (entry) =>
      entry.address === null ? (
        <span className="text-ink-muted">A deleted contact (only a hash is kept)</span>
      ) : (
        <span className="wrap-anywhere">{entry.kind === 'domain' ? `@${entry.address}` : entry.address}</span>
      ),
  },
  {
    id: 'reason',
    header: 'Reason',
    width: '13rem',
    cell: ({ reason }) => <Badge colour={reasons[reason].colour}>{reasons[reason].label}</Badge>,
  },
  { id: 'source', header: 'Source', cell: ({ source }) => source ?? '–' },
  {
    id: 'since',
    header: 'Since',
    width: '9rem',
    cell: ({ created_at }) => <time dateTime={created_at}>{formatDate(created_at)}</time>,
  },
]

export interface SuppressionsTableProps {
  rows: Suppression[] | undefined
  footer: ReactNode
  empty: ReactNode
}

export function SuppressionsTable({ rows, footer, empty }: SuppressionsTableProps) {
  const remove = useRemoveSuppression()
  const [removing, setRemoving] = useState<Suppression | null>(null)
  return (
    <>
      <Table
        label="Do-not-contact list"
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        footer={footer}
        empty={empty}
        actionsWidth="4rem"
        actionsPlace="beside"
        rowActions={(entry) =>
          entry.can_remove && (
            <IconButton
              label={`Remove ${nameOf(entry)}`}
              tone="danger"
              icon={<Trash2 aria-hidden="true" />}
              onClick={() => setRemoving(entry)}
            />
          )
        }
      />
      <DeleteDialog
        open={removing !== null}
        title="Remove from the list"
        message={`Campaigns may write to ${removing ? nameOf(removing) : ''} again.`}
        onCancel={() => setRemoving(null)}
        onDelete={() => {
          if (removing) remove.mutate(removing)
          setRemoving(null)
        }}
      />
    </>
  )
}
