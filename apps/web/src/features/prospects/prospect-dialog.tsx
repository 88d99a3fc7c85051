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
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { useSaveProspect } from './prospects.queries.ts'

/** Add and edit a prospect. What was typed stays when saving fails. */
export function ProspectDialog({ prospect, onClose }: { prospect: Prospect | null; onClose: () => void }) {
  const isNew = prospect === null
  const save = useSaveProspect()
  const [failure, setFailure] = useState<string>()
  const form = useContractForm(prospectForm, {
    first_name: prospect?.first_name ?? '',
    last_name: prospect?.last_name ?? '',
    email: prospect?.email ?? '',
    phone: prospect?.phone ?? '',
    title: prospect?.title ?? '',
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
      onClose()
    } catch (error) {
      setFailure(errorText(error, isNew ? prospectMessages.addFailed : prospectMessages.updateFailed))
    }
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={isNew ? 'Add Prospect' : 'Edit Prospect'}
      dirty={form.formState.isDirty}
      locked={save.isPending}
      onSubmit={submit}
      footer={
        <DialogActions busy={save.isPending && 'Saving…'}>
          {isNew ? 'Add Prospect' : 'Save Changes'}
        </DialogActions>
      }
    >
      <div className="flex flex-col gap-4">
        {failure && (
          <Banner kind="error" announce>
            {failure}
          </Banner>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="First name" optional error={form.errorOf('first_name')}>
            <TextInput {...form.register('first_name')} />
          </Field>
          <Field label="Last name" optional error={form.errorOf('last_name')}>
            <TextInput {...form.register('last_name')} />
          </Field>
          <Field label="Email" required error={form.errorOf('email')}>
            <TextInput type="email" {...form.register('email')} />
          </Field>
          <Field label="Phone" optional error={form.errorOf('phone')}>
            <TextInput type="tel" {...form.register('phone')} />
          </Field>
        </div>
        <Field label="Title" optional error={form.errorOf('title')}>
          <TextInput {...form.register('title')} />
        </Field>
        {!isNew && (
          <Field label="Status">
            <Select
              {...form.register('status')}
              options={prospectStatus.options.map((value) => ({ value, label: statusLabel(value) }))}
            />
          </Field>
        )}
        <Field label="Notes" optional error={form.errorOf('notes')}>
          <TextArea rows={3} {...form.register('notes')} />
        </Field>
        {prospect?.source_url && <Source prospect={prospect} />}
      </div>
    </Dialog>
  )
}

function Source({ prospect }: { prospect: Prospect }) {
  return (
    <p className="text-sm break-words text-ink-muted">
      Found on{' '}
      <a
        href={prospect.source_url ?? ''}
        target="_blank"
        rel="noopener noreferrer"
        className="text-accent-ink underline underline-offset-2"
      >
        {prospect.source_url}
      </a>
      {prospect.source_snippet && <span dir="auto">: ‘{prospect.source_snippet}’</span>}
    </p>
  )
}
