import { handWritten, type RecipientEmail } from '@goldpan/contract/writing'
import { useState } from 'react'
import { errorText } from '../../../lib/error-text.ts'
import { showRefusal } from '../../../lib/form-errors.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogActions } from '../../../ui/dialog-actions.tsx'
import { Field } from '../../../ui/field.tsx'
import { isolated } from '../../../ui/isolated.ts'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { toast } from '../../../ui/toast.ts'
import { useTextForm } from '../text-form.ts'
import type { useSaveEmail } from './recipients.queries.ts'

export interface EmailEditorProps {
  name: string
  email: RecipientEmail
  save: ReturnType<typeof useSaveEmail>
  onClose: () => void
}

/** Writes one recipient's email by hand, which later generations then leave alone. */
export function EmailEditor({ name, email, save, onClose }: EmailEditorProps) {
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
        {editor.isRestored && <Banner kind="info">What you had typed and not saved is back.</Banner>}
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
