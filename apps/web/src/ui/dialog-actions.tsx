import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { DialogCancel } from './dialog.tsx'

/** Below a form in a dialog: the way out, and the button that says what the form is for. */
export function DialogActions({
  busy = false,
  danger = false,
  disabled = false,
  children,
}: {
  /** What is being done, while it is. */
  busy?: string | false
  danger?: boolean
  disabled?: boolean
  children: ReactNode
}) {
  return (
    <>
      <DialogCancel />
      <Button type="submit" variant={danger ? 'danger' : 'primary'} disabled={disabled} busy={busy}>
        {children}
      </Button>
    </>
  )
}
