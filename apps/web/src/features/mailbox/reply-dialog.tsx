import type { MailboxMessage } from '@goldpan/contract/mailbox'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { errorText } from '../../lib/error-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useReply } from './mailbox.queries.ts'

const schema = z.object({
  text: z.string().refine((text) => text.trim() !== '', 'Please write something'),
})

interface ReplyDialogProps {
  message: MailboxMessage
  token: string | undefined
  onClose: () => void
}

/** Replies to a message as its recipient. */
export function ReplyDialog({ message, token, onClose }: ReplyDialogProps) {
  const reply = useReply(token)
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { text: '' } })
  const { errors, isDirty, isSubmitting } = form.formState
  const onSubmit = form.handleSubmit(async ({ text }) => {
    try {
      await reply.mutateAsync({ id: message.id, text })
      onClose()
    } catch (error) {
      form.setError('text', { message: errorText(error, 'Failed to send the reply') })
    }
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Reply as ${message.to}`}
      description="A real message goes to the inbound listener, as from the mail program of the recipient."
      dirty={isDirty}
      locked={isSubmitting}
      onSubmit={onSubmit}
      footer={<DialogActions busy={isSubmitting && 'Sending…'}>Send reply</DialogActions>}
    >
      <Field label="Message" required error={errors.text?.message}>
        <TextArea rows={6} {...form.register('text')} />
      </Field>
    </Dialog>
  )
}
