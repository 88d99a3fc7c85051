import {
  type Prospect,
  prospectForm,
  prospectMessages,
  prospectStatus,
  statusLabel,
} from '@goldpan/contract/prospects'
import { useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { useContractForm } from '../../lib/form.ts'
import { formatPhone } from '../../lib/phone.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { type PlaceInTable, useSaveProspect } from './business-prospects.queries.ts'

interface InlineProspectFormProps {
  place: PlaceInTable
  /** Null adds one. */
  prospect: Prospect | null
  onDone: () => void
}

/** The prospect form under a business. A failure shows in the form, which keeps what was typed. */
export function InlineProspectForm({ place, prospect, onDone }: InlineProspectFormProps) {
  const isNew = prospect === null
  const save = useSaveProspect(place)
  const [failure, setFailure] = useState<string>()
  const form = useContractForm(prospectForm, {
    email: prospect?.email ?? '',
    first_name: prospect?.first_name ?? '',
    last_name: prospect?.last_name ?? '',
    title: prospect?.title ?? '',
    phone: prospect?.phone ?? '',
    notes: prospect?.notes ?? '',
    status: prospect?.status ?? 'new',
  })
  const submit = form.handleSubmit(async (values) => {
    setFailure(undefined)
    try {
      await save.mutateAsync({
        id: prospect?.id ?? null,
        values: { ...values, phone: values.phone && formatPhone(values.phone) },
      })
      toast.success(isNew ? prospectMessages.added : prospectMessages.updated)
      onDone()
    } catch (error) {
      setFailure(errorText(error, isNew ? prospectMessages.addFailed : prospectMessages.updateFailed))
    }
  })
  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label={isNew ? 'Add Prospect' : `Edit ${prospect.email}`}
      className="flex flex-col gap-3 rounded-md border border-line bg-surface p-3"
    >
      {failure && (
        <Banner kind="error" announce>
          {failure}
        </Banner>
      )}
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        <Field label="Email" required error={form.errorOf('email')}>
          <TextInput type="email" autoFocus {...form.register('email')} />
        </Field>
        <Field label="First name" optional>
          <TextInput {...form.register('first_name')} />
        </Field>
        <Field label="Last name" optional>
          <TextInput {...form.register('last_name')} />
        </Field>
        <Field label="Title" optional>
          <TextInput {...form.register('title')} />
        </Field>
        <Field label="Phone" optional>
          <TextInput type="tel" {...form.register('phone')} />
        </Field>
        {isNew ? (
          <Field label="Notes" optional>
            <TextInput {...form.register('notes')} />
          </Field>
        ) : (
          <Field label="Status">
            <Select
              {...form.register('status')}
              options={prospectStatus.options.map((value) => ({ value, label: statusLabel(value) }))}
            />
          </Field>
        )}
      </div>
      <div className="flex gap-2">
        <Button type="submit" size="sm" variant="primary" busy={save.isPending && 'Saving…'}>
          {isNew ? 'Add' : 'Save'}
        </Button>
        <Button size="sm" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
