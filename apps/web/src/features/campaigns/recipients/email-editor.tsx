import { handWritten, type RecipientEmail } from '@goldpan/contract/writing'
import { type SubmitEvent, useRef, useState } from 'react'
import { errorText } from '../../../lib/error-text.ts'
import { useLeaveWarning } from '../../../lib/leave-warning.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogActions } from '../../../ui/dialog-actions.tsx'
import { Field } from '../../../ui/field.tsx'
import { isolated } from '../../../ui/isolated.ts'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { toast } from '../../../ui/toast.ts'
import { useTextDraft } from '../text-draft.ts'
import type { useSaveEmail } from './recipients.queries.ts'

export interface EmailEditorProps {
  name: string
  email: RecipientEmail
  save: ReturnType<typeof useSaveEmail>
  onClose: () => void
}

/** Writes one recipient's e-mail by hand; regenerating leaves it alone then. */
export function EmailEditor({ name, email, save, onClose }: EmailEditorProps) {
  // What was opened is what is edited, also while the page behind fetches a newer one.
  const [opened] = useState({ subject: email.subject, body: email.body })
  const draft = useTextDraft(`email.${email.recipient.id}`, opened)
  const { text, setText } = draft
  const [errors, setErrors] = useState<{ subject?: string; body?: string }>({})
  const form = useRef<HTMLDivElement>(null)
  useLeaveWarning(draft.isDirty)
  const close = () => {
    draft.drop()
    onClose()
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const issues = handWritten.safeParse(text).error?.issues ?? []
    const messageOf = (path: string) => issues.find((issue) => issue.path[0] === path)?.message
    setErrors({ subject: messageOf('subject'), body: messageOf('body') })
    if (issues.length > 0)
      return form.current?.querySelector<HTMLElement>(messageOf('subject') ? 'input' : 'textarea')?.focus()
    try {
      await save.mutateAsync(text)
      toast.success('Email saved')
      close()
    } catch (error) {
      toast.error(errorText(error, 'Failed to update email'))
    }
  }

  return (
    <Dialog
      open
      size="lg"
      title={`Edit email to ${isolated(name)}`}
      description="Regenerating the emails leaves this one alone."
      onClose={close}
      dirty={draft.isDirty}
      locked={save.isPending}
      onSubmit={submit}
      footer={<DialogActions busy={save.isPending && 'Saving…'}>Save email</DialogActions>}
    >
      <div ref={form} className="flex flex-col gap-4">
        {draft.isRestored && <Banner kind="info">What you had typed and not saved is back.</Banner>}
        <Field label="Subject" error={errors.subject}>
          <TextInput
            value={text.subject}
            onChange={(event) => setText({ ...text, subject: event.target.value })}
          />
        </Field>
        <Field label="Body" error={errors.body} help="A blank line begins a new paragraph.">
          <TextArea
            rows={12}
            value={text.body}
            onChange={(event) => setText({ ...text, body: event.target.value })}
          />
        </Field>
      </div>
    </Dialog>
  )
}
