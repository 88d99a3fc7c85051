import { organizationForm, type organizationMessages } from '@goldpan/contract/organizations'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { errorText } from '../../lib/error-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'

export interface NameDialogProps {
  title: string
  submitLabel: string
  fallback: (typeof organizationMessages)[keyof typeof organizationMessages]
  name?: string
  onSave: (name: string) => Promise<unknown>
  onClose: () => void
}

/** Names a new organization, or renames one. */
export function NameDialog({ title, submitLabel, fallback, name = '', onSave, onClose }: NameDialogProps) {
  const form = useForm({ resolver: zodResolver(organizationForm), defaultValues: { name } })
  const { errors, isDirty, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (values) => {
    try {
      await onSave(values.name)
      onClose()
    } catch (error) {
      form.setError('name', { message: errorText(error, fallback) }, { shouldFocus: true })
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
      <Field label="Name" error={errors.name?.message}>
        <TextInput autoComplete="organization" {...form.register('name')} />
      </Field>
    </Dialog>
  )
}
