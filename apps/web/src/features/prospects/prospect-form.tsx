import {
  type Prospect,
  prospectForm,
  prospectMessages,
  prospectStatus,
  statusLabel,
} from '@goldpan/contract/prospects'
import { zodResolver } from '@hookform/resolvers/zod'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { errorText } from '../../lib/error-text.ts'
import { showRefusal } from '../../lib/form-errors.ts'
import { formatPhone } from '../../lib/person-name.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { type BusinessInTable, useBusinessesNamed, useSaveProspect } from './prospects.queries.ts'

interface ProspectFormProps {
  /** Null adds one. */
  prospect: Prospect | null
  /** Adds the prospect to this business. */
  business?: BusinessInTable
  onClose: () => void
}

const statusOptions = prospectStatus.options.map((value) => ({ value, label: statusLabel(value) }))

/** The prospect form in a dialog, for the list of prospects. */
export function ProspectDialog({ prospect, onClose }: ProspectFormProps) {
  const form = useProspectForm({ prospect, onClose })
  const { isDirty, isSubmitting } = form.formState
  return (
    <Dialog
      open
      onClose={onClose}
      title={prospect ? 'Edit prospect' : 'Add Prospect'}
      dirty={isDirty}
      locked={isSubmitting}
      onSubmit={form.onSubmit}
      footer={
        <DialogActions busy={isSubmitting && 'Saving…'}>
          {prospect ? 'Save changes' : 'Add Prospect'}
        </DialogActions>
      }
    >
      <div className="flex flex-col gap-4">
        <ProspectFields form={form} isNew={prospect === null} hasCompany />
        {prospect?.source_url && <Source prospect={prospect} />}
      </div>
    </Dialog>
  )
}

/** The prospect form under a business of a table. */
export function InlineProspectForm({ prospect, business, onClose }: ProspectFormProps) {
  const form = useProspectForm({ prospect, business, onClose })
  return (
    <form
      noValidate
      onSubmit={form.onSubmit}
      aria-label={prospect ? `Edit ${prospect.email}` : 'Add Prospect'}
      className="flex max-w-[44rem] flex-col gap-3 rounded-md border border-line bg-surface p-3"
    >
      <ProspectFields form={form} isNew={prospect === null} autoFocus />
      <div className="flex gap-2">
        <Button type="submit" size="sm" variant="primary" busy={form.formState.isSubmitting && 'Saving…'}>
          {prospect ? 'Save' : 'Add'}
        </Button>
        <Button size="sm" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function useProspectForm({ prospect, business, onClose }: ProspectFormProps) {
  const form = useForm({
    resolver: zodResolver(prospectForm),
    defaultValues: {
      first_name: prospect?.first_name ?? '',
      last_name: prospect?.last_name ?? '',
      email: prospect?.email ?? '',
      phone: prospect?.phone ?? '',
      business_name: prospect?.business?.name ?? '',
      title: prospect?.title ?? '',
      notes: prospect?.notes ?? '',
      status: prospect?.status ?? 'new',
    },
  })
  const company = useCompany(form.watch('business_name') ?? '', prospect === null && !business)
  const save = useSaveProspect(business ?? company.place)
  const onSubmit = form.handleSubmit(async (values) => {
    try {
      const phone = values.phone && formatPhone(values.phone)
      await save.mutateAsync({ id: prospect?.id ?? null, values: { ...values, phone } })
      toast.success(prospect ? prospectMessages.updated : prospectMessages.added)
      onClose()
    } catch (error) {
      if (showRefusal(form, error, { 'prospects.exists': 'email' })) return
      const fallback = prospect ? prospectMessages.updateFailed : prospectMessages.addFailed
      form.setError('root', { message: errorText(error, fallback) })
    }
  })
  return { ...form, onSubmit, company }
}

interface ProspectFieldsProps {
  form: ReturnType<typeof useProspectForm>
  isNew: boolean
  /** Under a business of a table it goes without saying. */
  hasCompany?: boolean
  autoFocus?: boolean
}

function ProspectFields({ form, isNew, hasCompany, autoFocus }: ProspectFieldsProps) {
  const { register } = form
  const { errors } = form.formState
  return (
    <>
      {errors.root && (
        <Banner kind="error" announce>
          {errors.root.message}
        </Banner>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Email" required error={errors.email?.message}>
          <TextInput type="email" autoFocus={autoFocus} {...register('email')} />
        </Field>
        <Field label="Phone" optional error={errors.phone?.message}>
          <TextInput type="tel" {...register('phone')} />
        </Field>
        <Field label="First name" optional error={errors.first_name?.message}>
          <TextInput {...register('first_name')} />
        </Field>
        <Field label="Last name" optional error={errors.last_name?.message}>
          <TextInput {...register('last_name')} />
        </Field>
        {hasCompany && <CompanyField form={form} />}
        <Field label="Title" optional error={errors.title?.message}>
          <TextInput {...register('title')} />
        </Field>
        {!isNew && (
          <Field label="Status" error={errors.status?.message}>
            <Select {...register('status')} options={statusOptions} />
          </Field>
        )}
      </div>
      <Field label="Notes" optional error={errors.notes?.message}>
        <TextArea rows={3} {...register('notes')} />
      </Field>
    </>
  )
}

/** The business of a table that is named like the company, to which a new prospect then belongs. */
function useCompany(typed: string, isNew: boolean) {
  const found = useBusinessesNamed(useDebounced(isNew ? typed : '', 150))
  const business = found.find(({ name }) => name === typed.trim())
  return {
    found,
    business,
    place: business && { tableId: business.table.id, placeId: business.place_id },
  }
}

/** Free text, or a business of a table. */
function CompanyField({ form }: Pick<ProspectFieldsProps, 'form'>) {
  const { found, business } = form.company
  const listId = useId()
  return (
    <Field
      label="Company"
      optional
      error={form.formState.errors.business_name?.message}
      help={business && `In the table ${business.table.name}`}
    >
      <TextInput list={listId} autoComplete="off" {...form.register('business_name')} />
      <datalist id={listId}>
        {found.map(({ place_id, name, address, table }) => (
          <option key={`${table.id} ${place_id}`} value={name}>
            {`${address} · ${table.name}`}
          </option>
        ))}
      </datalist>
    </Field>
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
