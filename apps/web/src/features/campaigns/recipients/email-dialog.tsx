import { campaignFallbacks } from '@goldpan/contract/campaigns'
import { retentionMessages } from '@goldpan/contract/retention'
import { handWritten, type RecipientEmail } from '@goldpan/contract/writing'
import { useState } from 'react'
import { errorText } from '../../../lib/error-text.ts'
import { showRefusal } from '../../../lib/form-errors.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogActions } from '../../../ui/dialog-actions.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Field } from '../../../ui/field.tsx'
import { isolated } from '../../../ui/isolated.ts'
import { SkeletonText } from '../../../ui/skeleton.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { toast } from '../../../ui/toast.ts'
import { MessageView } from '../message-view.tsx'
import { TestEmailButton } from '../test-email-button.tsx'
import { useTextForm } from '../text-form.ts'
import { useEmail, useSaveEmail } from './recipients.queries.ts'

interface EmailDialogProps {
  campaignId: string
  prospectId: string
  name: string
  isArchived: boolean
  onClose: () => void
}

const CHANGEABLE = ['pending', 'generated', 'failed']

/** One recipient's email. It can be edited until it is sent. */
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
        {recipient.sent_at === null
          ? 'This email is not written yet. Generate the emails, or write it by hand.'
          : retentionMessages.gone}
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

interface EmailEditorProps {
  name: string
  email: RecipientEmail
  save: ReturnType<typeof useSaveEmail>
  onClose: () => void
}

/** Writes one recipient's email by hand, which later generations then leave alone. */
function EmailEditor({ name, email, save, onClose }: EmailEditorProps) {
  // Edits the version that was opened, even if the page behind fetches a newer one.
  const [opened] = useState({ subject: email.subject, body: email.body })
  const editor = useTextForm(`email.${email.recipient.id}`, opened, handWritten)
  const { errors, isSubmitting } = editor.form.formState
  const close = () => {
    editor.dropDraft()
    onClose()
  }

  const onSubmit = editor.form.handleSubmit(async (text) => {
    try {
      await save.mutateAsync(text)
      toast.success('Email saved')
      close()
    } catch (error) {
      if (!showRefusal(editor.form, error)) toast.error(errorText(error, 'Failed to update email'))
    }
  })

  return (
    <Dialog
      open
      size="lg"
      title={`Edit email to ${isolated(name)}`}
      description="Regenerating the emails leaves this one alone."
      onClose={close}
      dirty={editor.isDirty}
      locked={isSubmitting}
      onSubmit={onSubmit}
      footer={<DialogActions busy={isSubmitting && 'Saving…'}>Save email</DialogActions>}
    >
      <div className="flex flex-col gap-4">
        {editor.isRestored && <Banner kind="info">Your unsaved text is back.</Banner>}
        <Field label="Subject" error={errors.subject?.message}>
          <TextInput {...editor.register('subject')} />
        </Field>
        <Field label="Body" error={errors.body?.message} help="A blank line begins a new paragraph.">
          <TextArea rows={12} {...editor.register('body')} />
        </Field>
      </div>
    </Dialog>
  )
}
