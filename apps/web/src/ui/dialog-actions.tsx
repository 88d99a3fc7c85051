import type { ReactNode } from 'react'
import { Button } from './button.tsx'

/** Below a form in a dialog: the way out, and the button that says what the form is for. */
export function DialogActions({
  onCancel,
  busy,
  danger = false,
  disabled = false,
  children,
}: {
  onCancel: () => void
  /** What is being done, while it is. */
  busy: string | false
  danger?: boolean
  disabled?: boolean
  children: ReactNode
}) {
  return (
    <>
      <Button onClick={onCancel}>Cancel</Button>
      <Button type="submit" variant={danger ? 'danger' : 'primary'} disabled={disabled} busy={busy}>
        {children}
      </Button>
    </>
  )
}
