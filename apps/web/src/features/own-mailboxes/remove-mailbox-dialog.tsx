import type { OwnMailbox } from '@goldpan/contract/own-mailboxes'
import { useState } from 'react'
import { isApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/error-text.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { isolated } from '../../ui/isolated.ts'
import { toast } from '../../ui/toast.ts'
import { mailboxFallbacks, useRemoveMailbox } from './own-mailboxes.queries.ts'

interface RemoveMailboxDialogProps {
  mailbox: OwnMailbox
  onRemoved: () => void
  onClose: () => void
}

/** Asks once, and again if people wait for follow-ups from it. */
export function RemoveMailboxDialog({ mailbox, onRemoved, onClose }: RemoveMailboxDialogProps) {
  const remove = useRemoveMailbox(mailbox.id)
  const [waiting, setWaiting] = useState<string | null>(null)
  return (
    <ConfirmDialog
      open
      kind="warning"
      danger
      title="Remove mailbox"
      message={
        waiting ??
        `${isolated(mailbox.address)} is disconnected and its ${mailbox.kind === 'password' ? 'password' : 'access'} erased. Replies and figures stay.`
      }
      confirmLabel={waiting === null ? 'Remove' : 'Remove and hold them'}
      busyLabel="Removing…"
      onCancel={onClose}
      onConfirm={() =>
        remove.mutateAsync(waiting !== null).then(
          ({ message }) => {
            toast.success(message)
            onRemoved()
          },
          (error: unknown) => {
            if (isApiError(error) && error.code === 'mailboxes.people_wait') return setWaiting(error.message)
            toast.error(errorText(error, mailboxFallbacks.remove))
            onClose()
          },
        )
      }
    />
  )
}
