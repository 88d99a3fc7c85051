import { type Business, businessForm, tableMessages } from '@goldpan/contract/tables'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { isApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/error-text.ts'
import { showRefusal } from '../../lib/form-errors.ts'
import { formatPhone } from '../../lib/person-name.ts'
import { Banner } from '../../ui/banner.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { useSaveBusiness } from './tables.queries.ts'

interface BusinessDialogProps {
  tableId: string
  /** Null adds one. */
  business: Business | null
  onClose: () => void
}

export function BusinessDialog({ tableId, business, onClose }: BusinessDialogProps) {
  const isNew = business === null
  const save = useSaveBusiness(tableId)
  const form = useForm({
    resolver: zodResolver(businessForm),
    // The button waits for a name and an address, so their errors must show before a submit.
    mode: 'onTouched',
    defaultValues: {
      name: business?.name ?? '',
      address: business?.address ?? '',
      website: business?.website ?? '',
      phone: business?.phone ?? '',
      email: business?.email ?? '',
      notes: business?.notes ?? '',
    },
  })
  const { errors, isDirty, isSubmitting } = form.formState
  const [name, address] = form.watch(['name', 'address'])
  const isIncomplete = !name.trim() || !address.trim()

  const submit = form.handleSubmit(async (values) => {
    try {
      const phone = values.phone && formatPhone(values.phone)
      await save.mutateAsync({ placeId: business?.place_id ?? null, values: { ...values, phone } })
      toast.success(isNew ? 'Business added successfully' : 'Business updated successfully')
      onClose()
    } catch (error) {
      if (showRefusal(form, error, { 'tables.business_exists': 'name' })) return
      const fallback = isNew ? tableMessages.addFailed : tableMessages.updateFailed
      // An error before the call is neither a failed add nor a failed update.
      const message = isApiError(error) ? errorText(error, fallback) : tableMessages.saveFailed
      form.setError('root', { message })
    }
  })

  return (
    <Dialog
      open
      onClose={onClose}
      title={isNew ? 'Add Business' : 'Edit Business'}
      dirty={isDirty}
      locked={isSubmitting}
      onSubmit={submit}
      footer={
        <>
          {isIncomplete && (
            <span className="me-auto text-sm text-ink-muted max-sm:order-last">
              Name and address are required.
            </span>
          )}
          <DialogActions disabled={isIncomplete} busy={isSubmitting && 'Saving…'}>
            {isNew ? 'Add Business' : 'Save changes'}
          </DialogActions>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {errors.root && (
          <Banner kind="error" announce>
            {errors.root.message}
          </Banner>
        )}
        <Field label="Name" required error={errors.name?.message}>
          <TextInput {...form.register('name')} />
        </Field>
        <Field label="Address" required error={errors.address?.message}>
          <TextInput {...form.register('address')} />
        </Field>
        <Field
          label="Website"
          optional
          help="https:// is added when it is missing"
          error={errors.website?.message}
        >
          <TextInput type="url" inputMode="url" {...form.register('website')} />
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Phone" optional error={errors.phone?.message}>
            <TextInput type="tel" {...form.register('phone')} />
          </Field>
          <Field label="Email" optional error={errors.email?.message}>
            <TextInput type="email" {...form.register('email')} />
          </Field>
        </div>
        <Field label="Notes" optional error={errors.notes?.message}>
          <TextArea rows={3} {...form.register('notes')} />
        </Field>
      </div>
    </Dialog>
  )
}
