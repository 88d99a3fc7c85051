import { organizationForm, type organizationMessages } from '@goldpan/contract/organizations'
import { errorText } from '../../lib/error-text.ts'
import { useContractForm } from '../../lib/form.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'

export interface NameDialogProps {
  title: string
  submitLabel: string
  fallback: (typeof organizationMessages)[keyof typeof organizationMessages]
  name?: string
  onSave: (name: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the name of a new organization, or for another one. */
export function NameDialog({ title, submitLabel, fallback, name = '', onSave, onClose }: NameDialogProps) {
  const form = useContractForm(organizationForm, { name })
  const { isSubmitting, isDirty } = form.formState
  const submit = form.handleSubmit(async (values) => {
    try {
      await onSave(values.name)
      onClose()
    } catch (error) {
      toast.error(errorText(error, fallback))
    }
  })
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={title}
      dirty={isDirty}
      locked={isSubmitting}
      onSubmit={submit}
      footer={<DialogActions busy={isSubmitting && 'Saving…'}>{submitLabel}</DialogActions>}
    >
      <Field label="Name" error={form.errorOf('name')}>
        <TextInput
          autoComplete="organization"
          {...form.register('name')}
          aria-invalid={form.isInvalid('name')}
        />
      </Field>
    </Dialog>
  )
}
