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

/** Leaves a person alone until a day, in all campaigns. */
export function HoldDialog({ email, name, onClose }: { email: string; name: string; onClose: () => void }) {
  const hold = useHold()
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { until: '' } })
  const { errors, isSubmitting } = form.formState

  const save = form.handleSubmit(async ({ until }) => {
    try {
      const saved = await hold.mutateAsync({ email, until })
      toast.success(`${isolated(name)} is held until ${formatLongDay(saved.until)}`)
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
      title={`Hold ${isolated(name)}`}
      description="No campaign writes to this person until then."
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
