import { SIGNATURE_NAME_MAX, type Signature, signatureForm } from '@goldpan/contract/signatures'
import { type SubmitEvent, useRef, useState } from 'react'
import { useLeaveWarning } from '../../lib/leave-warning.ts'
import { Banner } from '../../ui/banner.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { saveFailure } from './failures.ts'
import { useSignatureDraft } from './signature-draft.ts'
import { SignatureEditor } from './signature-editor.tsx'
import { toSignatureHtml } from './signature-text.ts'
import { useSaveSignature } from './signatures.queries.ts'

type Errors = Partial<Record<'name' | 'content', string>>

const findErrors = (fields: { name: string; content: string }): Errors => {
  const issues = signatureForm.safeParse(fields).error?.issues ?? []
  const messageOf = (path: string) => issues.find((issue) => issue.path[0] === path)?.message
  return { name: messageOf('name'), content: messageOf('content') }
}

/** Adds a signature or changes one. What is typed stays until it is saved or given up. */
export function SignatureDialog({
  signature,
  onClose,
}: {
  signature: Signature | null
  onClose: () => void
}) {
  const draft = useSignatureDraft(signature)
  const { name, text, isDefault } = draft.fields
  const [errors, setErrors] = useState<Errors>({})
  const [isUploading, setUploading] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  const save = useSaveSignature(signature?.id ?? null)
  useLeaveWarning(draft.isDirty)
  const close = () => {
    draft.drop()
    onClose()
  }

  // A field that was passed by untouched is not faulted: the line that appears would also push a pressed button away.
  const check = (field: keyof Errors) => {
    const isTouched = { name: name !== draft.opened.name, content: text.text !== draft.opened.text.text }[
      field
    ]
    if (isTouched)
      setErrors((known) => ({ ...known, [field]: findErrors({ name, content: text.text })[field] }))
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const found = findErrors({ name, content: text.text })
    setErrors(found)
    if (found.name || found.content)
      return form.current?.querySelector<HTMLElement>(found.name ? 'input' : 'textarea')?.focus()
    try {
      await save.mutateAsync({ name, content: toSignatureHtml(text), is_default: isDefault })
      toast.success(signature ? 'Signature updated' : 'Signature added')
      close()
    } catch (error) {
      toast.error(saveFailure(error, signature === null))
    }
  }

  return (
    <Dialog
      open
      size="lg"
      title={signature ? 'Edit Signature' : 'Add Signature'}
      onClose={close}
      dirty={draft.isDirty}
      locked={save.isPending}
      onSubmit={submit}
      footer={
        <DialogActions busy={(save.isPending && 'Saving…') || (isUploading && 'Uploading…')}>
          {signature ? 'Save signature' : 'Add signature'}
        </DialogActions>
      }
    >
      <div ref={form} className="flex flex-col gap-4">
        {draft.isRestored && <Banner kind="info">What you had typed and not saved is back.</Banner>}
        <Field label="Name" error={errors.name} help="Only you see it, to choose between signatures.">
          <TextInput
            value={name}
            maxLength={SIGNATURE_NAME_MAX}
            onChange={(event) => draft.change({ name: event.target.value })}
            onBlur={() => check('name')}
          />
        </Field>
        <SignatureEditor
          value={text}
          onChange={(value) => draft.change({ text: { text: value.text, images: [...value.images] } })}
          onBlur={() => check('content')}
          error={errors.content}
          onUploading={setUploading}
        />
        <Checkbox
          label="Default signature"
          help="Chosen for campaigns that have none yet."
          checked={isDefault}
          disabled={signature?.is_default}
          onChange={(event) => draft.change({ isDefault: event.target.checked })}
        />
      </div>
    </Dialog>
  )
}
