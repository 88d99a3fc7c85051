import type { TableDetail } from '@goldpan/contract/tables'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { countOf } from '../../lib/counts.ts'
import { countSelected, everything, nothing, selectionBody } from '../../lib/many-selection.ts'
import { Button } from '../../ui/button.tsx'
import { DeleteDialog } from '../../ui/delete-dialog.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import type { BusinessSelectionState } from './business-list.ts'
import { useRemoveWithUndo } from './remove-with-undo.ts'

/** What can be done to chosen businesses. That all are chosen is where a table begins: it asks for nothing. */
export function BulkDelete({ table, chosen }: { table: TableDetail; chosen: BusinessSelectionState }) {
  const { selection, select } = chosen
  const { remove, isRemoving } = useRemoveWithUndo(table.id)
  const [isAsking, setAsking] = useState(false)
  const isChosen = selection.kind === 'some' || selection.keys.size > 0
  const count = countSelected(selection, table.businesses_count)
  const businesses = countOf(count, 'business', 'businesses')

  async function removeAll() {
    setAsking(false)
    select(everything)
    if (!(await remove(selectionBody(selection, {})))) select(selection)
  }

  return (
    <>
      <SelectionBar
        count={isChosen ? count : 0}
        noun={['business', 'businesses']}
        onClear={() => select(nothing)}
      >
        <Button
          size="sm"
          icon={<Trash2 aria-hidden="true" />}
          busy={isRemoving && 'Deleting…'}
          onClick={() => setAsking(true)}
        >
          Delete
        </Button>
      </SelectionBar>
      <DeleteDialog
        open={isAsking}
        title="Delete Businesses"
        message={`Are you sure you want to delete ${businesses} from this table? Their prospects stay.`}
        onCancel={() => setAsking(false)}
        onDelete={() => void removeAll()}
      />
    </>
  )
}
