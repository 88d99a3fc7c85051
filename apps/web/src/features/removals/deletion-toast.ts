import { removalMessages, removalRoutes } from '@goldpan/contract/removals'
import { useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { toast } from '../../ui/toast.ts'
import { UNDO } from '../../ui/toaster.tsx'

/** How long Undo is offered; the server keeps deleted rows for longer. */
const UNDO_MS = 10_000

/** Shows a toast for a deletion, with Undo. */
export function useDeletionToast() {
  const client = useQueryClient()

  async function takeBack(removalId: string, words: string) {
    try {
      await call(removalRoutes.undo, { params: { removalId } })
      await client.invalidateQueries()
      toast.info(words)
    } catch (error) {
      toast.error(errorText(error, removalMessages.undoFailed))
    }
  }

  /** `undo` is the id of the removal, or null if it was too large to keep. `back` is the toast after Undo. */
  return (text: string, { undo, back }: { undo: string | null; back: string }) =>
    toast.success(
      text,
      undo === null
        ? {}
        : { action: { label: UNDO, onClick: () => void takeBack(undo, back) }, duration: UNDO_MS },
    )
}
