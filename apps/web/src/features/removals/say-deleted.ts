import { removalMessages, removalRoutes } from '@goldpan/contract/removals'
import { useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { toast } from '../../ui/toast.ts'
import { UNDO } from '../../ui/toaster.tsx'

/** How long Undo stands; the server keeps what was deleted for longer. */
const UNDO_MS = 10_000

/** Says that something is gone, and offers to bring it back with all that hung on it. */
export function useSayDeleted() {
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

  /** `undo` names the removal; null when it was too large to be kept. `back` is said when it is there again. */
  return (text: string, { undo, back }: { undo: string | null; back: string }) =>
    toast.success(
      text,
      undo === null
        ? {}
        : { action: { label: UNDO, onClick: () => void takeBack(undo, back) }, duration: UNDO_MS },
    )
}
