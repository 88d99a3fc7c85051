import {
  type ProspectListQuery,
  type ProspectStatus,
  prospectMessages,
  prospectStatus,
  statusLabel,
} from '@goldpan/contract/prospects'
import { Tag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { countOf } from '../../lib/counts.ts'
import { errorText } from '../../lib/error-text.ts'
import { countSelected, type ManySelection, nothing, selectionBody } from '../../lib/many-selection.ts'
import { Button } from '../../ui/button.tsx'
import { DeleteDialog } from '../../ui/delete-dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import { toast } from '../../ui/toast.ts'
import { useDeletionToast } from '../removals/deletion-toast.ts'
import { useChangeStatus, useDeleteProspects, useUndoStatus } from './prospects.queries.ts'

interface BulkActionsProps {
  selection: ManySelection
  filter: Pick<ProspectListQuery, 'text' | 'status' | 'table'>
  matching: number
  onSelect: (selection: ManySelection) => void
}

/** Actions for the selected prospects, each with Undo. */
export function BulkActions({ selection, filter, matching, onSelect }: BulkActionsProps) {
  const change = useChangeStatus()
  const undo = useUndoStatus()
  const remove = useDeleteProspects()
  const showDeleted = useDeletionToast()
  const [isAsking, setAsking] = useState(false)
  const count = countSelected(selection, matching)

  async function changeTo(status: ProspectStatus) {
    try {
      const done = await change.mutateAsync({ selection: selectionBody(selection, filter), status })
      onSelect(nothing)
      const text = `${countOf(done.changed, 'prospect')} changed to ${statusLabel(status)}`
      toast.success(text, {
        action: done.undo === null ? undefined : { label: 'Undo', onClick: () => void takeBack(done.undo!) },
        duration: 10_000,
      })
    } catch {
      // The mutation has restored the rows and shown the reason.
    }
  }

  async function takeBack(changeId: string) {
    try {
      const { changed } = await undo.mutateAsync(changeId)
      toast.info(`The change of ${countOf(changed, 'prospect')} was taken back`)
    } catch (error) {
      toast.error(errorText(error, prospectMessages.updateFailed))
    }
  }

  async function removeAll() {
    setAsking(false)
    try {
      const { deleted, undo: removal } = await remove.mutateAsync(selectionBody(selection, filter))
      onSelect(nothing)
      const prospects = countOf(deleted, 'prospect')
      showDeleted(`${prospects} deleted`, { undo: removal, back: `${prospects} put back` })
    } catch {
      // The mutation has restored the rows and shown the reason.
    }
  }

  return (
    <>
      <SelectionBar count={count} noun={['prospect', 'prospects']} onClear={() => onSelect(nothing)}>
        <Menu
          label="Change status"
          align="start"
          items={prospectStatus.options.map((status) => ({
            id: status,
            label: statusLabel(status),
            onSelect: () => void changeTo(status),
          }))}
          trigger={
            <Button size="sm" icon={<Tag aria-hidden="true" />} busy={change.isPending && 'Changing…'}>
              Change status
            </Button>
          }
        />
        <Button
          size="sm"
          icon={<Trash2 aria-hidden="true" />}
          busy={remove.isPending && 'Deleting…'}
          onClick={() => setAsking(true)}
        >
          Delete
        </Button>
      </SelectionBar>
      <DeleteDialog
        open={isAsking}
        title="Delete Prospects"
        message={`Are you sure you want to delete ${countOf(count, 'prospect')}?`}
        onCancel={() => setAsking(false)}
        onDelete={() => void removeAll()}
      />
    </>
  )
}
