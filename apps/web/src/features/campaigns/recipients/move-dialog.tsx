import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { z } from 'zod'
import { errorText } from '../../../lib/error-text.ts'
import { paths } from '../../../lib/paths.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogActions } from '../../../ui/dialog-actions.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { mailboxFallbacks, useMailboxes } from '../../own-mailboxes/own-mailboxes.queries.ts'

const schema = z.object({ mailbox: z.string().min(1, 'Please choose a mailbox') })

interface MoveDialogProps {
  title: string
  /** The mailbox that they hear from now. */
  from: string | null
  /** Rejects if the move is refused. */
  onMove: (mailboxId: string) => Promise<void>
  onClose: () => void
}

/** Asks which mailbox people hear from after this. */
export function MoveDialog({ title, from, onMove, onClose }: MoveDialogProps) {
  const own = useMailboxes()
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { mailbox: '' } })
  const { errors, isSubmitting } = form.formState
  const others = own.data?.mailboxes.filter(({ id }) => id !== from) ?? []
  const submit = form.handleSubmit(async ({ mailbox }) => {
    try {
      await onMove(mailbox)
      onClose()
    } catch (error) {
      form.setError('mailbox', { message: errorText(error, 'The people could not be moved') })
    }
  })
  return (
    <Dialog
      open
      size="sm"
      title={title}
      description="Their next message begins a new thread, from the mailbox that you choose."
      onClose={onClose}
      locked={isSubmitting}
      onSubmit={submit}
      footer={
        <DialogActions disabled={others.length === 0} busy={isSubmitting && 'Moving…'}>
          Move
        </DialogActions>
      }
    >
      {own.isPending && <Skeleton height="4rem" />}
      {own.isError && !own.data && (
        <ErrorState
          level={3}
          message={errorText(own.error, mailboxFallbacks.fetch)}
          onRetry={() => void own.refetch()}
          isRetrying={own.isFetching}
        />
      )}
      {own.data && others.length === 0 && (
        <EmptyState
          level={3}
          illustration="letter"
          title="No other mailbox"
          action={
            <Link to={paths.ownMailboxes} className={buttonClass()}>
              Mailboxes
            </Link>
          }
        />
      )}
      {others.length > 0 && (
        <Field label="Mailbox" error={errors.mailbox?.message}>
          <Select
            placeholder="Choose a mailbox"
            options={others.map(({ id, address, state }) => ({
              value: id,
              label: state === 'connected' ? address : `${address} (can’t send now)`,
            }))}
            {...form.register('mailbox')}
          />
        </Field>
      )}
    </Dialog>
  )
}
