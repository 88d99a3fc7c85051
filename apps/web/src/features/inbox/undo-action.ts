import { errorText } from '../../lib/error-text.ts'
import { toast } from '../../ui/toast.ts'
import { UNDO } from '../../ui/toaster.tsx'

/** The Undo of a toast, which also works once the screen that it came from is gone. */
export const undoBy = (work: () => Promise<unknown>, fallback: string) => ({
  action: {
    label: UNDO,
    onClick: () => void work().catch((error: unknown) => toast.error(errorText(error, fallback))),
  },
})
