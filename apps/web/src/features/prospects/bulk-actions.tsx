import {
  type ProspectListQuery,
  prospectMessages,
  prospectStatus,
  statusLabel,
} from '@goldpan/contract/prospects'
import { suppressionFallbacks } from '@goldpan/contract/suppressions'
import { Ban, Download, Send, Tag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { countOf } from '../../lib/counts.ts'
import { errorText } from '../../lib/error-text.ts'
import { countSelected, type ManySelection, nothing, selectionBody } from '../../lib/many-selection.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DeleteDialog } from '../../ui/delete-dialog.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import { toast } from '../../ui/toast.ts'
import { useDeletionToast } from '../removals/deletion-toast.ts'
import { AddToCampaignDialog } from './add-to-campaign-dialog.tsx'
import { useDeleteProspects, useExportProspects, useSuppressProspects } from './prospects.queries.ts'
import { useStatusChange } from './status-change.ts'

interface BulkActionsProps {
  selection: ManySelection
  filter: Pick<ProspectListQuery, 'text' | 'status' | 'table'>
  matching: number
  onSelect: (selection: ManySelection) => void
}

/** Actions for the selected prospects. */
export function BulkActions({ selection, filter, matching, onSelect }: BulkActionsProps) {
  const status = useStatusChange()
  const remove = useDeleteProspects()
  const suppress = useSuppressProspects()
  const exported = useExportProspects()
  const showDeleted = useDeletionToast()
  const [asking, setAsking] = useState<'campaign' | 'do-not-contact' | 'delete' | null>(null)
  const count = countSelected(selection, matching)
  const prospects = countOf(count, 'prospect')
  const body = selectionBody(selection, filter)

  async function removeAll() {
    setAsking(null)
    try {
      const { deleted, undo: removal } = await remove.mutateAsync(body)
      onSelect(nothing)
      const words = countOf(deleted, 'prospect')
      showDeleted(`${words} deleted`, { undo: removal, back: `${words} put back` })
    } catch {
      // The mutation has restored the rows and shown the reason.
    }
  }

  async function suppressAll() {
    try {
      const { added, known } = await suppress.mutateAsync(body)
      onSelect(nothing)
      const before = known > 0 ? `, ${known.toLocaleString()} were already on it` : ''
      toast.success(`${countOf(added, 'address', 'addresses')} added to the do-not-contact list${before}`)
    } catch (error) {
      toast.error(errorText(error, suppressionFallbacks.add))
    }
    setAsking(null)
  }

  async function exportAll() {
    try {
      saveFile(await exported.mutateAsync(body), 'prospects.csv')
    } catch (error) {
      toast.error(errorText(error, prospectMessages.loadFailed))
    }
  }

  const isBusy: Record<string, boolean> = { export: exported.isPending, delete: remove.isPending }
  const further: MenuItem[] = [
    {
      id: 'do-not-contact',
      label: 'Do not contact',
      icon: <Ban aria-hidden="true" />,
      onSelect: () => setAsking('do-not-contact'),
    },
    {
      id: 'export',
      label: 'Export',
      icon: <Download aria-hidden="true" />,
      onSelect: () => void exportAll(),
    },
    {
      id: 'delete',
      label: 'Delete',
      icon: <Trash2 aria-hidden="true" />,
      onSelect: () => setAsking('delete'),
      danger: true,
    },
  ]
  return (
    <>
      <SelectionBar count={count} noun={['prospect', 'prospects']} onClear={() => onSelect(nothing)}>
        <Button
          size="sm"
          variant="primary"
          icon={<Send aria-hidden="true" />}
          onClick={() => setAsking('campaign')}
        >
          Add to campaign
        </Button>
        <Menu
          label="Change status"
          align="start"
          items={prospectStatus.options.map((each) => ({
            id: each,
            label: statusLabel(each),
            onSelect: () => void status.change(body, each).then((isDone) => isDone && onSelect(nothing)),
          }))}
          trigger={
            <Button size="sm" icon={<Tag aria-hidden="true" />} busy={status.isPending && 'Changing…'}>
              Change status
            </Button>
          }
        />
        {/* On phones behind ⋯. */}
        <div className="flex gap-2 max-sm:hidden">
          {further.map(({ id, label, icon, onSelect }) => (
            <Button key={id} size="sm" icon={icon} busy={isBusy[id]} onClick={onSelect}>
              {label}
            </Button>
          ))}
        </div>
        <div className="flex-none! sm:hidden">
          <Menu label="More actions" items={further} />
        </div>
      </SelectionBar>
      {asking === 'campaign' && (
        <AddToCampaignDialog
          selection={body}
          count={count}
          onClose={() => setAsking(null)}
          onAdded={() => onSelect(nothing)}
        />
      )}
      <ConfirmDialog
        open={asking === 'do-not-contact'}
        kind="warning"
        title={`Do not contact ${prospects}`}
        message="No campaign will write to them. You can take them off the list again."
        confirmLabel="Do not contact"
        busyLabel="Adding…"
        onCancel={() => setAsking(null)}
        onConfirm={suppressAll}
      />
      <DeleteDialog
        open={asking === 'delete'}
        title="Delete prospects"
        message={`Are you sure you want to delete ${prospects}?`}
        onCancel={() => setAsking(null)}
        onDelete={() => void removeAll()}
      />
    </>
  )
}
