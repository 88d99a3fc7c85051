import { type Business, businessForm, tableMessages } from '@goldpan/contract/tables'
import { useState } from 'react'
import { isApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/error-text.ts'
import { useContractForm } from '../../lib/form.ts'
import { formatPhone } from '../../lib/phone.ts'
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

/** Add Business and Edit Business: one form. */
export function BusinessDialog({ tableId, business, onClose }: BusinessDialogProps) {
  const isNew = business === null
  const save = useSaveBusiness(tableId)
  const [failure, setFailure] = useState<string>()
  const form = useContractForm(businessForm, {
    name: business?.name ?? '',
    address: business?.address ?? '',
    website: business?.website ?? '',
    phone: business?.phone ?? '',
    email: business?.email ?? '',
    notes: business?.notes ?? '',
  })
  const [name, address] = form.watch(['name', 'address'])
  const isIncomplete = !name.trim() || !address.trim()

  const submit = form.handleSubmit(async (values) => {
    setFailure(undefined)
    try {
      const phone = values.phone && formatPhone(values.phone)
      await save.mutateAsync({ placeId: business?.place_id ?? null, values: { ...values, phone } })
      toast.success(isNew ? 'Business added successfully' : 'Business updated successfully')
      onClose()
    } catch (error) {
      // What breaks before the call was made is neither an add nor an update that failed.
      if (!isApiError(error)) setFailure(tableMessages.saveFailed)
      else setFailure(errorText(error, isNew ? tableMessages.addFailed : tableMessages.updateFailed))
    }
  })

  return (
    <Dialog
      open
      onClose={onClose}
      title={isNew ? 'Add Business' : 'Edit Business'}
      dirty={form.formState.isDirty}
      locked={save.isPending}
      onSubmit={submit}
      footer={
        <>
          {isIncomplete && (
            <span className="me-auto text-sm text-ink-muted max-sm:order-last">
              Name and address are needed.
            </span>
          )}
          <DialogActions disabled={isIncomplete} busy={save.isPending && 'Saving…'}>
            {isNew ? 'Add Business' : 'Save Changes'}
          </DialogActions>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {failure && (
          <Banner kind="error" announce>
            {failure}
          </Banner>
        )}
        <Field label="Name" required error={form.errorOf('name')}>
          <TextInput {...form.register('name')} />
        </Field>
        <Field label="Address" required error={form.errorOf('address')}>
          <TextInput {...form.register('address')} />
        </Field>
        <Field
          label="Website"
          optional
          help="https:// is added when it is missing"
          error={form.errorOf('website')}
        >
          <TextInput type="url" inputMode="url" {...form.register('website')} />
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Phone" optional error={form.errorOf('phone')}>
            <TextInput type="tel" {...form.register('phone')} />
          </Field>
          <Field label="Email" optional error={form.errorOf('email')}>
            <TextInput type="email" {...form.register('email')} />
          </Field>
        </div>
        <Field label="Notes" optional error={form.errorOf('notes')}>
          <TextArea rows={3} {...form.register('notes')} />
        </Field>
      </div>
    </Dialog>
  )
}
