import { type Template, templateForm, writingFallbacks } from '@goldpan/contract/writing'
import { type SubmitEvent, useState } from 'react'
import { isApiError } from '../../../lib/api-error.ts'
import { errorText } from '../../../lib/error-text.ts'
import { useLeaveWarning } from '../../../lib/leave-warning.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogActions } from '../../../ui/dialog-actions.tsx'
import { toast } from '../../../ui/toast.ts'
import { useTextDraft } from '../text-draft.ts'
import { OtherTemplate } from './other-template.tsx'
import { fetchTemplate, useSaveTemplate } from './template.queries.ts'
import { type TemplateErrors, TemplateFields } from './template-fields.tsx'
import { TemplatePreview } from './template-preview.tsx'

export interface TemplateEditorProps {
  campaignId: string
  template: Template
  onClose: () => void
  /** After a save: the e-mails are written anew. */
  onSaved: () => void
}

/** Subject and body with placeholders, and beside them the message as it will arrive. */
export function TemplateEditor({ campaignId, template, onClose, onSaved }: TemplateEditorProps) {
  // What was opened is what is edited, also while the page behind fetches a newer one.
  const [opened] = useState(template)
  const draft = useTextDraft(`template.${campaignId}`, opened)
  const [errors, setErrors] = useState<TemplateErrors>({})
  const [other, setOther] = useState<Template | null>(null)
  const save = useSaveTemplate(campaignId)
  useLeaveWarning(draft.isDirty)
  const close = () => {
    draft.drop()
    onClose()
  }

  async function store(updated_at: string) {
    const found = findErrors(draft.text)
    setErrors(found)
    if (found.subject || found.body) return
    try {
      await save.mutateAsync({ ...draft.text, updated_at })
      toast.success('Template saved')
      close()
      onSaved()
    } catch (error) {
      if (isApiError(error) && error.code === 'writing.template_changed')
        setOther(await fetchTemplate(campaignId))
      else toast.error(errorText(error, writingFallbacks.updateTemplate))
    }
  }

  return (
    <Dialog
      open
      size="xl"
      title="Edit Template"
      description="One text for everybody; placeholders become each recipient's own words."
      onClose={close}
      dirty={draft.isDirty}
      locked={save.isPending}
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        void store(opened.updated_at)
      }}
      footer={<DialogActions busy={save.isPending && 'Saving…'}>Save template</DialogActions>}
    >
      <div className="flex flex-col gap-4">
        {draft.isRestored && <Banner kind="info">What you had typed and not saved is back.</Banner>}
        {other && (
          <OtherTemplate
            other={other}
            onTake={() => {
              draft.replaceText({ subject: other.subject, body: other.body })
              setOther(null)
            }}
            onOverwrite={() => {
              setOther(null)
              void store(other.updated_at)
            }}
          />
        )}
        <div className="grid items-start gap-6 md:grid-cols-2">
          <TemplateFields
            text={draft.text}
            errors={errors}
            onChange={draft.setText}
            onErrors={setErrors}
            onUndo={draft.undo}
          />
          <TemplatePreview campaignId={campaignId} text={draft.text} />
        </div>
      </div>
    </Dialog>
  )
}

export function findErrors(text: { subject: string; body: string }): TemplateErrors {
  const issues = templateForm.safeParse(text).error?.issues ?? []
  const messageOf = (path: string) => issues.find((issue) => issue.path[0] === path)?.message
  return { subject: messageOf('subject'), body: messageOf('body') }
}
