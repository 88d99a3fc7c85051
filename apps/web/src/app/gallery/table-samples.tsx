import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CutText } from '../../ui/cut-text.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import { Table } from '../../ui/table.tsx'
import type { Column, Sort } from '../../ui/table-columns.ts'

interface Sample {
  id: string
  name: string
  email: string
  isNew: boolean
  opens: number
}

const names = [
  'Bergbahnen Malbun AG',
  'Zahnarztpraxis Dr. Hildegard von Hohenzollern-Sigmaringen und Partner, Vaduz und Schaan',
  'مخبز الشرق',
  'Café Central',
]

const sampleOf = (index: number): Sample => ({
  id: String(index),
  name: names[index % names.length] ?? '',
  email: `kontakt-${index}@example.li`,
  isNew: index % 3 === 0,
  opens: (index * 37) % 1200,
})

const columns: Column<Sample>[] = [
  { id: 'name', header: 'Name', sortable: true, width: '34%', cell: (row) => <CutText>{row.name}</CutText> },
  { id: 'email', header: 'Email', cell: (row) => <CutText>{row.email}</CutText> },
  {
    id: 'status',
    header: 'Status',
    width: '9rem',
    cell: (row) => <Badge colour={row.isNew ? 'blue' : 'teal'}>{row.isNew ? 'New' : 'Email sent'}</Badge>,
  },
  { id: 'opens', header: 'Opens', align: 'end', width: '6rem', sortable: true, cell: (row) => row.opens },
]

const few = Array.from({ length: 5 }, (_, index) => sampleOf(index))
const many = Array.from({ length: 10_000 }, (_, index) => sampleOf(index))

export function TableSamples() {
  const [rows, setRows] = useState(few)
  const [selected, setSelected] = useState(new Set<string>(['1']))
  const [sort, setSort] = useState<Sort | null>({ column: 'name', direction: 'ascending' })
  return (
    <Card title="Tables" actions={<Button onClick={() => setRows(many)}>Show 10,000 rows</Button>}>
      <div className="flex flex-col gap-6">
        <div>
          <Table
            label="Sample prospects"
            rows={rows}
            columns={columns}
            rowKey={(row) => row.id}
            rowLabel={(row) => row.name}
            selection={{ selected, onChange: setSelected }}
            sort={{ current: sort, onChange: setSort }}
            rowActions={(row) => (
              <>
                <IconButton label={`Edit ${row.name}`} icon={<Pencil aria-hidden="true" />} />
                <IconButton label={`Delete ${row.name}`} tone="danger" icon={<Trash2 aria-hidden="true" />} />
              </>
            )}
            renderBelow={(row) =>
              row.id === '2' ? <p className="p-3">What stands under an open row</p> : null
            }
            footer={`${rows.length.toLocaleString()} prospects`}
          />
          <SelectionBar
            count={selected.size}
            noun={['prospect', 'prospects']}
            onClear={() => setSelected(new Set())}
          >
            <Button size="sm" variant="danger">
              Delete
            </Button>
          </SelectionBar>
          <LoadMore label="Load More Results" onLoad={() => setRows(many)} shown={`${rows.length} shown`} />
        </div>
        <Table label="Waiting" rows={undefined} columns={columns} rowKey={(row) => row.id} skeletonRows={3} />
        <Table
          label="Empty"
          rows={[]}
          columns={columns}
          rowKey={(row) => row.id}
          empty={
            <EmptyState
              title="No Prospects Found"
              action={<Button variant="primary">Search businesses</Button>}
            >
              You haven't gathered any prospects yet. Start by searching for businesses.
            </EmptyState>
          }
        />
      </div>
    </Card>
  )
}
