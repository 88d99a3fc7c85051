import {
  type ProspectSelection,
  type ProspectStatus,
  prospectMessages,
  statusLabel,
} from '@goldpan/contract/prospects'
import { countOf } from '../../lib/counts.ts'
import { errorText } from '../../lib/error-text.ts'
import { toast } from '../../ui/toast.ts'
import { useChangeStatus, useUndoStatus } from './prospects.queries.ts'

/** Gives prospects a status and offers to take it back. `change` returns false if the server refused. */
export function useStatusChange() {
  const mutation = useChangeStatus()
  const undo = useUndoStatus()

  async function takeBack(changeId: string) {
    try {
      const { changed } = await undo.mutateAsync(changeId)
      toast.info(`The change of ${countOf(changed, 'prospect')} was taken back`)
    } catch (error) {
      toast.error(errorText(error, prospectMessages.updateFailed))
    }
  }

  async function change(selection: ProspectSelection, status: ProspectStatus): Promise<boolean> {
    try {
      const done = await mutation.mutateAsync({ selection, status })
      toast.success(`${countOf(done.changed, 'prospect')} changed to ${statusLabel(status)}`, {
        action: done.undo === null ? undefined : { label: 'Undo', onClick: () => void takeBack(done.undo!) },
        duration: 10_000,
      })
      return true
    } catch {
      // The mutation has restored the rows and shown the reason.
      return false
    }
  }

  return { change, isPending: mutation.isPending }
}
