import type { ReactNode } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

export interface DeleteDialogProps {
  open: boolean
  /** Such as 'Delete Prospect'. */
  title: string
  /** Names the thing: 'Are you sure you want to delete {email}? This action cannot be undone.' */
  message: ReactNode
  onDelete: () => unknown
  onCancel: () => void
  children?: ReactNode
}

/** Cancel has the focus. */
export function DeleteDialog({ onDelete, ...rest }: DeleteDialogProps) {
  return (
    <ConfirmDialog
      {...rest}
      kind="error"
      danger
      confirmLabel="Delete"
      busyLabel="Deleting…"
      onConfirm={onDelete}
    />
  )
}
