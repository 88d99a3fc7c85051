import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { DialogCancel } from './dialog.tsx'

/** Cancel and submit of a form in a dialog. */
export function DialogActions({
  busy = false,
  danger = false,
  disabled = false,
  children,
}: {
  /** The label while submitting, such as 'Saving…'. */
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
