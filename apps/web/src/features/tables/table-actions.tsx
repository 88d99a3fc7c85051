import { pathOf } from '@goldpan/contract/route'
import { type BusinessListQuery, type TableDetail, tableRoutes } from '@goldpan/contract/tables'
import { Download, History, Plus, Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { openImport } from '../../lib/import-request.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { JobHistory } from '../gathering/job-history.tsx'
import { BusinessDialog } from './business-dialog.tsx'
import { DeleteTableDialog } from './delete-table-dialog.tsx'

/** What can be done with a table as a whole. */
export function TableActions({ table, query }: { table: TableDetail; query: BusinessListQuery }) {
  const navigate = useNavigate()
  const [open, setOpen] = useState<'add' | 'history' | 'delete' | null>(null)
  const close = () => setOpen(null)
  const { prospects_count } = table
  return (
    <>
      <Button icon={<Plus aria-hidden="true" className="max-sm:hidden" />} onClick={() => setOpen('add')}>
        Add Business
      </Button>
      <Button
        icon={<History aria-hidden="true" className="max-sm:hidden" />}
        onClick={() => setOpen('history')}
      >
        Job History
      </Button>
      <Menu
        label="More actions for this table"
        items={[
          {
            id: 'import',
            label: 'Import businesses from CSV',
            icon: <Upload aria-hidden="true" />,
            onSelect: () => openImport({ kind: 'businesses', table: { id: table.id, name: table.name } }),
          },
          ...(table.businesses_count > 0 ? [exportItem(table, query)] : []),
          {
            id: 'delete',
            label: 'Delete table',
            icon: <Trash2 aria-hidden="true" />,
            danger: true,
            startsGroup: true,
            onSelect: () => setOpen('delete'),
          },
        ]}
      />
      {open === 'add' && <BusinessDialog tableId={table.id} business={null} onClose={close} />}
      <JobHistory tableId={table.id} open={open === 'history'} onClose={close} />
      <DeleteTableDialog
        table={open === 'delete' ? { id: table.id, name: table.name, prospects_count } : null}
        onClose={() => {
          close()
        }}
        onDeleted={() => navigate(paths.tables)}
      />
    </>
  )
}

function exportItem(table: TableDetail, query: BusinessListQuery): MenuItem {
  const search = new URLSearchParams(query as Record<string, string>)
  const path = pathOf(tableRoutes.exportCsv.path, { tableId: table.id })
  return {
    id: 'export',
    label: 'Export as CSV',
    icon: <Download aria-hidden="true" />,
    onSelect: () => window.location.assign(`${path}${search.size > 0 ? `?${search}` : ''}`),
  }
}
