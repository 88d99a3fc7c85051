import { campaignFallbacks } from '@goldpan/contract/campaigns'
import type { RecipientEmail } from '@goldpan/contract/writing'
import { useState } from 'react'
import { errorText } from '../../../lib/error-text.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { isolated } from '../../../ui/isolated.ts'
import { SkeletonText } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.ts'
import { MessageView } from '../message-view.tsx'
import { TestEmailButton } from '../test-email-button.tsx'
import { EmailEditor } from './email-editor.tsx'
import { useEmail, useSaveEmail } from './recipients.queries.ts'

export interface EmailDialogProps {
  campaignId: string
  prospectId: string
  name: string
  isArchived: boolean
  onClose: () => void
}

const CHANGEABLE = ['pending', 'generated', 'failed']

/** One recipient's e-mail as it will be, or was; it can be written by hand until it leaves. */
export function EmailDialog({ campaignId, prospectId, name, isArchived, onClose }: EmailDialogProps) {
  const email = useEmail(campaignId, prospectId)
  const save = useSaveEmail(campaignId, prospectId)
  const [isEditing, setEditing] = useState(false)
  if (isEditing && email.data)
    return <EmailEditor name={name} email={email.data} save={save} onClose={() => setEditing(false)} />
  const canEdit = !isArchived && email.data && CHANGEABLE.includes(email.data.recipient.email_status)
  return (
    <Dialog
      open
      size="lg"
      title={`Email to ${isolated(name)}`}
      onClose={onClose}
      footer={
        email.data && (
          <>
            {email.data.recipient.has_content && (
              <TestEmailButton campaignId={campaignId} prospectId={prospectId} />
            )}
            {canEdit && email.data.recipient.is_edited && (
              <Button
                busy={save.isPending && 'Writing…'}
                onClick={() =>
                  save.mutate(null, {
                    onSuccess: () => toast.success('Written from the template again'),
                    onError: (error) => toast.error(errorText(error, 'Failed to update email')),
                  })
                }
              >
                Use the template again
              </Button>
            )}
            {canEdit && <Button onClick={() => setEditing(true)}>Edit by hand</Button>}
          </>
        )
      }
    >
      {email.isPending && <SkeletonText lines={8} />}
      {email.isError && (
        <ErrorState
          level={3}
          message={errorText(email.error, campaignFallbacks.fetchData)}
          onRetry={() => void email.refetch()}
          isRetrying={email.isFetching}
        />
      )}
      {email.data && <ShownEmail email={email.data} />}
    </Dialog>
  )
}

function ShownEmail({ email }: { email: RecipientEmail }) {
  const { recipient } = email
  if (!recipient.has_content)
    return (
      <p className="text-ink-muted">
        This email is not written yet. Generate the emails, or write it by hand.
      </p>
    )
  return (
    <div className="flex flex-col gap-3">
      {recipient.is_edited && (
        <div>
          <Badge colour="indigo">Written by hand</Badge>
        </div>
      )}
      {recipient.is_stale && <Badge colour="yellow">Written from an older template</Badge>}
      <MessageView to={recipient.email} {...email} />
    </div>
  )
}
