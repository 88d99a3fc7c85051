import { type BusinessSelection, tableMessages } from '@goldpan/contract/tables'
import { countOf } from '../../lib/counts.ts'
import { errorText } from '../../lib/error-text.ts'
import { toast } from '../../ui/toast.ts'
import { useDeleteBusinesses, useRestoreBusinesses } from './tables.queries.ts'

const businesses = (count: number) => countOf(count, 'business', 'businesses')

/** Takes businesses out of a table at once, and offers to put them back. */
export function useRemoveWithUndo(tableId: string) {
  const remove = useDeleteBusinesses(tableId)
  const restore = useRestoreBusinesses(tableId)

  async function takeBack(removalId: string) {
    try {
      const { restored } = await restore.mutateAsync(removalId)
      toast.info(`${businesses(restored)} put back`)
    } catch (error) {
      toast.error(errorText(error, tableMessages.restoreFailed))
    }
  }

  return {
    isRemoving: remove.isPending,
    /** Answers whether they went. */
    async remove(selection: BusinessSelection): Promise<boolean> {
      try {
        const { deleted, undo } = await remove.mutateAsync(selection)
        toast.success(`${businesses(deleted)} deleted`, {
          action: undo === null ? undefined : { label: 'Undo', onClick: () => void takeBack(undo) },
          duration: 10_000,
        })
        return true
      } catch {
        // The rows are back, and the reason has been said.
        return false
      }
    },
  }
}
