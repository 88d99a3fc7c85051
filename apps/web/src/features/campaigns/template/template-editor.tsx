import { type Template, templateForm, writingFallbacks } from '@goldpan/contract/writing'
import { useState } from 'react'
import { isApiError } from '../../../lib/api-error.ts'
import { errorText } from '../../../lib/error-text.ts'
import { showRefusal } from '../../../lib/form-errors.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogActions } from '../../../ui/dialog-actions.tsx'
import { toast } from '../../../ui/toast.ts'
import { ChangedElsewhere } from '../changed-elsewhere.tsx'
import { useTextForm } from '../text-form.ts'
import { PlaceholderText } from './placeholders.tsx'
import { fetchTemplate, useSaveTemplate } from './template.queries.ts'
import { TemplateFields } from './template-fields.tsx'
import { TemplatePreview } from './template-preview.tsx'

const templateText = templateForm.pick({ subject: true, body: true })

interface TemplateEditorProps {
  campaignId: string
  template: Template
  onClose: () => void
  /** After a save, when the emails are written again. */
  onSaved: () => void
}

/** Subject and body with placeholders, beside a preview. */
export function TemplateEditor({ campaignId, template, onClose, onSaved }: TemplateEditorProps) {
  // Edits the version that was opened, even if the page behind fetches a newer one.
  const [opened] = useState(template)
  const editor = useTextForm(`template.${campaignId}`, opened, templateText)
  const { isSubmitting } = editor.form.formState
  const [other, setOther] = useState<Template | null>(null)
  const save = useSaveTemplate(campaignId)
  const close = () => {
    editor.dropDraft()
    onClose()
  }

  const saveOver = (updated_at: string) =>
    editor.form.handleSubmit(async (text) => {
      try {
        await save.mutateAsync({ ...text, updated_at })
        toast.success('Template saved')
        close()
        onSaved()
      } catch (error) {
        if (isApiError(error) && error.code === 'writing.template_changed')
          return setOther(await fetchTemplate(campaignId))
        if (!showRefusal(editor.form, error)) toast.error(errorText(error, writingFallbacks.updateTemplate))
      }
    })

  return (
    <Dialog
      open
      size="xl"
      title="Edit Template"
      description="Placeholders are filled in for each recipient."
      onClose={close}
      dirty={editor.isDirty}
      locked={isSubmitting}
      onSubmit={saveOver(opened.updated_at)}
      footer={<DialogActions busy={isSubmitting && 'Saving…'}>Save template</DialogActions>}
    >
      <div className="flex flex-col gap-4">
        {editor.isRestored && <Banner kind="info">What you had typed and not saved is back.</Banner>}
        {other && (
          <OtherTemplate
            other={other}
            onTake={() => {
              editor.replace({ subject: other.subject, body: other.body })
              setOther(null)
            }}
            onOverwrite={() => {
              setOther(null)
              void saveOver(other.updated_at)()
            }}
          />
        )}
        <div className="grid items-start gap-6 md:grid-cols-2">
          <TemplateFields editor={editor} />
          <TemplatePreview campaignId={campaignId} text={editor.text} />
        </div>
      </div>
    </Dialog>
  )
}

interface OtherTemplateProps {
  other: Template
  onTake: () => void
  onOverwrite: () => void
}

/** Somebody saved another text meanwhile: shows it to choose one of both. */
const OtherTemplate = ({ other, ...choices }: OtherTemplateProps) => (
  <ChangedElsewhere
    title="This template was changed in another window"
    other={other}
    intro="This is what was saved there:"
    takeLabel="Take that text"
    overwriteLabel="Save mine over it"
    {...choices}
  >
    <p className="mb-2 font-medium">
      <PlaceholderText>{other.subject}</PlaceholderText>
    </p>
    <PlaceholderText>{other.body}</PlaceholderText>
  </ChangedElsewhere>
)
