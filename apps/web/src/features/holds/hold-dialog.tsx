import { HOLD_DAYS_MAX } from '@goldpan/contract/follow-ups'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { formatLongDay } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { showRefusal } from '../../lib/form-errors.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { isolated } from '../../ui/isolated.ts'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { useHold } from './holds.queries.ts'

const schema = z.object({ until: z.string().min(1, 'Please choose a day') })

interface HoldDialogProps {
  title: string
  description: string
  /** Rejects if the day is refused. */
  onHold: (until: string) => Promise<void>
  onClose: () => void
}

/** Asks until when to leave people alone. */
export function HoldDialog({ title, description, onHold, onClose }: HoldDialogProps) {
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { until: '' } })
  const { errors, isSubmitting } = form.formState

  const save = form.handleSubmit(async ({ until }) => {
    try {
      await onHold(until)
      onClose()
    } catch (error) {
      if (!showRefusal(form, error, { 'follow_ups.hold_too_long': 'until' }))
        toast.error(errorText(error, 'The hold could not be saved'))
    }
  })

  return (
    <Dialog
      open
      size="sm"
      title={title}
      description={description}
      onClose={onClose}
      locked={isSubmitting}
      onSubmit={save}
      footer={<DialogActions busy={isSubmitting && 'Saving…'}>Hold</DialogActions>}
    >
      <Field label="Until" help={`At most ${HOLD_DAYS_MAX} days ahead.`} error={errors.until?.message}>
        <TextInput type="date" {...form.register('until')} />
      </Field>
    </Dialog>
  )
}

interface HoldPersonDialogProps {
  email: string
  name: string
  onClose: () => void
}

/** Leaves a person alone until a day, in all campaigns. */
export function HoldPersonDialog({ email, name, onClose }: HoldPersonDialogProps) {
  const hold = useHold()
  return (
    <HoldDialog
      title={`Hold ${isolated(name)}`}
      description="No campaign writes to this person until then."
      onHold={async (until) => {
        const saved = await hold.mutateAsync({ email, until })
        toast.success(`${isolated(name)} is held until ${formatLongDay(saved.until)}`)
      }}
      onClose={onClose}
    />
  )
}
