import {
  builtInLabel,
  builtInLabels,
  inboxFallbacks,
  inboxRoutes,
  type Label,
  labelColour,
  labelNames,
} from '@goldpan/contract/inbox'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { errorText } from '../../lib/error-text.ts'
import { showRefusal } from '../../lib/form-errors.ts'
import { Badge } from '../../ui/badge.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { useLabels, useRemoveLabel, useSaveLabel } from './inbox.queries.ts'
import { ManageDialog } from './manage-dialog.tsx'

/** One's own labels: added, changed and deleted. */
export function LabelsDialog({ onClose }: { onClose: () => void }) {
  const { data, error, isPending } = useLabels()
  const remove = useRemoveLabel()
  return (
    <ManageDialog
      title="Labels"
      description="Your own labels, beside those that Goldpan gives by itself."
      noun="label"
      items={data?.filter((label) => !label.built_in) ?? []}
      empty={{ text: 'No labels of your own yet.', isPending, error, fallback: inboxFallbacks.labels }}
      renderItem={({ name, colour, effect }) => (
        <>
          <Badge colour={colour}>{name}</Badge>
          <span className="min-w-0 flex-1 text-sm text-ink-muted">
            {effect ? `Counts as ‘${labelNames[effect]}’` : 'Only marks'}
          </span>
        </>
      )}
      renderForm={(label, close) => <LabelForm label={label} onClose={close} />}
      consequence="Its conversations get their automatic label back."
      onDelete={(id) => remove.mutate(id)}
      onClose={onClose}
    />
  )
}

type Values = z.input<typeof schema>
const schema = z.object({
  name: inboxRoutes.addLabel.body.shape.name,
  colour: labelColour,
  effect: z.union([z.literal(''), builtInLabel]),
})

const valuesOf = (label: Label | null): Values => ({
  name: label?.name ?? '',
  colour: label?.colour ?? 'blue',
  effect: label?.effect ?? '',
})

const colours = labelColour.options.map((value) => ({
  value,
  label: value[0]!.toUpperCase() + value.slice(1),
}))
const effects = builtInLabels.map((value) => ({ value, label: labelNames[value] }))

interface LabelFormProps {
  /** Null adds one. */
  label: Label | null
  onClose: () => void
}

function LabelForm({ label, onClose }: LabelFormProps) {
  const save = useSaveLabel(label)
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: valuesOf(label),
  })
  const { errors, isSubmitting, isDirty } = form.formState

  const onSubmit = form.handleSubmit(async ({ effect, ...rest }) => {
    try {
      await save.mutateAsync({ ...rest, effect: effect === '' ? null : effect })
      toast.success(label ? 'Label saved' : 'Label added')
      onClose()
    } catch (error) {
      const fields = { 'inbox.label_taken': 'name', 'inbox.too_many_labels': 'name' } as const
      if (!showRefusal(form, error, fields)) toast.error(errorText(error, inboxFallbacks.saveLabel))
    }
  })

  return (
    <Dialog
      open
      size="sm"
      title={label ? 'Edit label' : 'Add label'}
      onClose={onClose}
      dirty={isDirty}
      locked={isSubmitting}
      onSubmit={onSubmit}
      footer={
        <DialogActions busy={isSubmitting && 'Saving…'}>{label ? 'Save label' : 'Add label'}</DialogActions>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Name" error={errors.name?.message}>
          <TextInput maxLength={40} {...form.register('name')} />
        </Field>
        <Field label="Colour">
          <Select options={colours} {...form.register('colour')} />
        </Field>
        <Field
          label="Counts as"
          help="Conversations with this label have the effect of that one, such as the status ‘Responded’."
        >
          <Select placeholder="Nothing, it only marks" options={effects} {...form.register('effect')} />
        </Field>
      </div>
    </Dialog>
  )
}
