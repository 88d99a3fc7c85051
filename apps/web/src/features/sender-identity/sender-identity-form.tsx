import {
  countryCodes,
  countryName,
  type SenderIdentity,
  senderIdentityFallbacks,
  senderIdentityForm,
  senderIdentityMessages,
} from '@goldpan/contract/sender-identity'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { errorText } from '../../lib/error-text.ts'
import { showRefusal } from '../../lib/form-errors.ts'
import { useLeaveWarning } from '../../lib/leave-warning.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { FooterPreview, type TypedIdentity } from './footer-preview.tsx'
import { useSaveSenderIdentity } from './sender-identity.queries.ts'

const countries = countryCodes
  .map((value) => ({ value, label: countryName(value) }))
  .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))

export const typedOf = (saved: Partial<SenderIdentity>): TypedIdentity => ({
  company: saved.company ?? '',
  street: saved.street ?? '',
  postcode: saved.postcode ?? '',
  city: saved.city ?? '',
  country: saved.country ?? '',
  register_line: saved.register_line ?? '',
  privacy_url: saved.privacy_url ?? '',
})

interface SenderIdentityFormProps {
  saved: SenderIdentity
  submitLabel?: string
  onSaved?: () => unknown
  /** For a dialog, which asks before it drops unsaved input. */
  onDirty?: (isDirty: boolean) => void
}

/** The sender identity with a preview of the footer, on its card and in front of the first send. */
export function SenderIdentityForm(props: SenderIdentityFormProps) {
  const { saved, submitLabel = 'Save sender identity', onSaved, onDirty } = props
  const save = useSaveSenderIdentity()
  const form = useForm({ resolver: zodResolver(senderIdentityForm), defaultValues: typedOf(saved) })
  const { errors, isDirty, isSubmitting } = form.formState
  useLeaveWarning(isDirty)
  useEffect(() => onDirty?.(isDirty), [isDirty, onDirty])
  const onSubmit = form.handleSubmit(async (values) => {
    try {
      form.reset(typedOf(await save.mutateAsync(values)))
      toast.success(senderIdentityMessages.saved)
      await onSaved?.()
    } catch (error) {
      if (!showRefusal(form, error)) toast.error(errorText(error, senderIdentityFallbacks.save))
    }
  })
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-6 lg:grid-cols-2">
      <div className="flex flex-col gap-4">
        <Field label="Company or name" required error={errors.company?.message}>
          <TextInput autoComplete="organization" {...form.register('company')} />
        </Field>
        <Field label="Street" required error={errors.street?.message}>
          <TextInput autoComplete="address-line1" {...form.register('street')} />
        </Field>
        <div className="grid gap-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
          <Field label="Postcode" error={errors.postcode?.message}>
            <TextInput autoComplete="postal-code" {...form.register('postcode')} />
          </Field>
          <Field label="Town" required error={errors.city?.message}>
            <TextInput autoComplete="address-level2" {...form.register('city')} />
          </Field>
        </div>
        <Field label="Country" required error={errors.country?.message}>
          <Select
            placeholder="Choose a country"
            autoComplete="country"
            options={countries}
            {...form.register('country')}
          />
        </Field>
        <Field
          label="Registration details"
          optional
          help="Where your country asks for it, such as HRB 12345, Berlin."
          error={errors.register_line?.message}
        >
          <TextInput autoComplete="off" {...form.register('register_line')} />
        </Field>
        <Field label="Privacy policy" optional error={errors.privacy_url?.message}>
          <TextInput
            type="url"
            placeholder="https://"
            autoComplete="off"
            autoCapitalize="none"
            {...form.register('privacy_url')}
          />
        </Field>
        <Button
          type="submit"
          variant={isDirty ? 'primary' : 'secondary'}
          className="sm:self-start"
          busy={isSubmitting && 'Saving…'}
        >
          {submitLabel}
        </Button>
      </div>
      <FooterPreview identity={typedOf(form.watch())} />
    </form>
  )
}
