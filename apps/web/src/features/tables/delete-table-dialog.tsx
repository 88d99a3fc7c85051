import type { TableSummary } from '@goldpan/contract/tables'
import { useState } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DeleteDialog } from '../../ui/delete-dialog.tsx'
import { isolated } from '../../ui/isolated.ts'
import { useDeleteTable } from './tables.queries.ts'

/** Asks before deleting a table. Its prospects stay by default. */
export function DeleteTableDialog({
  table,
  onClose,
  onDeleted,
}: {
  table: Pick<TableSummary, 'id' | 'name' | 'prospects_count'> | null
  onClose: () => void
  onDeleted?: () => void
}) {
  const remove = useDeleteTable()
  const [withProspects, setWithProspects] = useState(false)
  const close = () => {
    setWithProspects(false)
    onClose()
  }
  return (
    <DeleteDialog
      open={table !== null}
      title="Delete table"
      message={`Are you sure you want to delete ‘${isolated(table?.name ?? '')}’ with its businesses?`}
      onCancel={close}
      onDelete={() => {
        if (table) remove.mutate({ id: table.id, name: table.name, withProspects })
        close()
        onDeleted?.()
      }}
    >
      <Checkbox
        label="Also delete its prospects"
        checked={withProspects}
        onChange={(event) => setWithProspects(event.target.checked)}
      />
    </DeleteDialog>
  )
}
