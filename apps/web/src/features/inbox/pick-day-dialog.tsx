import { inboxRefusals, SNOOZE_MAX_DAYS } from '@goldpan/contract/inbox'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { productNow } from '../../lib/product-time.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { dayOf, daysAhead } from './snooze.rules.ts'

const schema = z.object({
  until: z
    .string()
    .min(1, 'Please choose a day')
    .refine(
      (day) => day > dayOf(productNow()) && day <= daysAhead(productNow(), SNOOZE_MAX_DAYS),
      inboxRefusals['inbox.snooze_past'].message,
    ),
})

interface PickDayDialogProps {
  /** Given 'YYYY-MM-DD'. */
  onPick: (day: string) => unknown
  onClose: () => void
}

/** Asks for the day on which a conversation comes back. */
export function PickDayDialog({ onPick, onClose }: PickDayDialogProps) {
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { until: '' } })
  const { errors } = form.formState

  const save = form.handleSubmit(({ until }) => {
    onClose()
    onPick(until)
  })

  return (
    <Dialog
      open
      size="sm"
      title="Snooze until"
      description="It comes back to Open when your sending hours begin on that day."
      onClose={onClose}
      onSubmit={save}
      footer={<DialogActions>Snooze</DialogActions>}
    >
      <Field label="Day" error={errors.until?.message}>
        <TextInput type="date" {...form.register('until')} />
      </Field>
    </Dialog>
  )
}
