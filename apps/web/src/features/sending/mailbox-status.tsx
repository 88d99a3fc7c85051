import type { SenderMailbox } from '@goldpan/contract/sender-mailbox'
import { useState } from 'react'
import { formatDateTime } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { useMailboxActions } from './sender-mailbox.queries.ts'

/** Whether the mailbox works and is used, with a test and the way back. */
export function MailboxStatus({ mailbox }: { mailbox: SenderMailbox }) {
  const { test, remove } = useMailboxActions()
  const [isLeaving, setLeaving] = useState(false)
  return (
    <>
      <Banner
        announce
        kind={mailbox.check_error ? 'error' : mailbox.is_used ? 'success' : 'info'}
        title={titleOf(mailbox)}
        action={
          <div className="flex flex-wrap gap-2">
            <Button size="sm" busy={test.isPending && 'Testing…'} onClick={() => test.mutate()}>
              Test the connection
            </Button>
            <Button size="sm" onClick={() => setLeaving(true)}>
              Remove
            </Button>
          </div>
        }
      >
        {mailbox.check_error ?? `The connection worked on ${formatDateTime(mailbox.checked_at)}.`}
      </Banner>
      <ConfirmDialog
        open={isLeaving}
        kind="warning"
        danger
        title="Remove mailbox"
        message="The stored password is deleted. Campaigns are sent from your return address again; one that is being sent from this mailbox ends."
        confirmLabel="Remove"
        onCancel={() => setLeaving(false)}
        onConfirm={async () => {
          await remove
            .mutateAsync()
            .then(({ message }) => toast.success(message))
            .catch((error: unknown) => toast.error(errorText(error, 'The mailbox could not be removed')))
          setLeaving(false)
        }}
      />
    </>
  )
}

function titleOf({ address, check_error, is_used }: SenderMailbox): string {
  if (check_error) return `${address} can't be used yet`
  return is_used ? `Campaigns are sent from ${address}` : `${address} is set up, but not used`
}
