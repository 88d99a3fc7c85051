import { SIGNATURE_NAME_MAX, type Signature, signatureForm } from '@goldpan/contract/signatures'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { z } from 'zod'
import { dropDraft, keepDraft, readDraft } from '../../lib/drafts.ts'
import { showRefusal } from '../../lib/form-errors.ts'
import { useLeaveWarning } from '../../lib/leave-warning.ts'
import { Banner } from '../../ui/banner.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { saveFailure } from './failures.ts'
import { SignatureEditor } from './signature-editor.tsx'
import { toSignatureHtml, toSignatureText } from './signature-text.ts'
import { useSaveSignature } from './signatures.queries.ts'

const images = z.array(z.object({ url: z.string(), width: z.number() }))

/** The signature as edited: text with placeholders for its images, instead of HTML. */
const typedSignature = z.object({
  name: signatureForm.shape.name,
  content: z.object({ text: signatureForm.shape.content, images }),
  is_default: z.boolean(),
})

const draft = z.object({
  name: z.string(),
  content: z.object({ text: z.string(), images }),
  is_default: z.boolean(),
})
type Values = z.infer<typeof draft>

function valuesOf(signature: Signature | null): Values {
  const { text, images } = toSignatureText(signature?.content ?? '')
  return {
    name: signature?.name ?? '',
    content: { text, images: [...images] },
    is_default: signature?.is_default ?? false,
  }
}

interface SignatureDialogProps {
  /** Null adds one. */
  signature: Signature | null
  onClose: () => void
}

/** Adds a signature or changes one. Typed text stays until it is saved or discarded. */
export function SignatureDialog({ signature, onClose }: SignatureDialogProps) {
  const draftName = `signature.${signature?.id ?? 'new'}`
  const [opened] = useState(() => valuesOf(signature))
  const [kept] = useState(() => readDraft(draftName, (value) => draft.safeParse(value).data))
  const [isUploading, setUploading] = useState(false)
  const save = useSaveSignature(signature?.id ?? null)
  const form = useForm({ resolver: zodResolver(typedSignature), defaultValues: kept ?? opened })
  const { errors, isSubmitting } = form.formState
  const values = form.watch()
  const isDirty =
    values.name !== opened.name ||
    values.content.text !== opened.content.text ||
    values.is_default !== opened.is_default
  useLeaveWarning(isDirty)
  useEffect(() => {
    if (isDirty) keepDraft(draftName, values)
    else dropDraft(draftName)
  })
  const close = () => {
    dropDraft(draftName)
    onClose()
  }

  const onSubmit = form.handleSubmit(async ({ name, content, is_default }) => {
    try {
      await save.mutateAsync({ name, content: toSignatureHtml(content), is_default })
      toast.success(signature ? 'Signature updated' : 'Signature added')
      close()
    } catch (error) {
      if (!showRefusal(form, error)) toast.error(saveFailure(error, signature === null))
    }
  })

  return (
    <Dialog
      open
      size="lg"
      title={signature ? 'Edit signature' : 'Add signature'}
      onClose={close}
      dirty={isDirty}
      locked={isSubmitting}
      onSubmit={onSubmit}
      footer={
        <DialogActions busy={(isSubmitting && 'Saving…') || (isUploading && 'Uploading…')}>
          {signature ? 'Save signature' : 'Add signature'}
        </DialogActions>
      }
    >
      <div className="flex flex-col gap-4">
        {kept && isDirty && <Banner kind="info">Your unsaved text is back.</Banner>}
        <Field label="Name" error={errors.name?.message} help="Only you can see this.">
          <TextInput maxLength={SIGNATURE_NAME_MAX} {...form.register('name')} />
        </Field>
        <Controller
          name="content"
          control={form.control}
          render={({ field }) => (
            <SignatureEditor
              inputRef={field.ref}
              value={field.value}
              onChange={field.onChange}
              error={errors.content?.text?.message}
              onUploading={setUploading}
            />
          )}
        />
        <Checkbox
          label="Default signature"
          help="Used for campaigns that have no signature yet."
          {...form.register('is_default')}
          disabled={signature?.is_default}
        />
      </div>
    </Dialog>
  )
}
