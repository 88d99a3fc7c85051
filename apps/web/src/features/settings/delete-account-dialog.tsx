import { accountDeletion, accountRoutes, DELETE_WORD } from '@goldpan/contract/accounts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { useSessionStore } from '../../lib/use-session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { usePasswordProof } from './password-proof.tsx'

/** Asks for a typed word, because a deletion can't be undone. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const session = useSessionStore()
  const { withProof, dialog } = usePasswordProof()
  const form = useForm({
    resolver: zodResolver(accountDeletion),
    defaultValues: { confirmation: '' as typeof DELETE_WORD },
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (body) => {
    try {
      if (!(await withProof(() => call(accountRoutes.deleteAccount, { body })))) return
      // The server has ended the session; the guard redirects to login.
      session.leave()
      toast.success('Your account is being deleted')
    } catch (error) {
      toast.error(errorText(error, 'Failed to delete your account'))
    }
  })
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        size="sm"
        title="Delete my account"
        locked={isSubmitting}
        onSubmit={submit}
        footer={
          <DialogActions busy={isSubmitting && 'Deleting…'} danger>
            Delete my account
          </DialogActions>
        }
      >
        <div className="flex flex-col gap-4">
          <Banner kind="warning">
            You are logged out everywhere, running jobs stop, and all your data is deleted. Unused tokens are
            lost, and a paid plan ends. Only payment records stay, without your name.
          </Banner>
          <Field label={`Type ${DELETE_WORD} to confirm`} error={errors.confirmation?.message}>
            <TextInput autoComplete="off" autoCapitalize="characters" {...form.register('confirmation')} />
          </Field>
        </div>
      </Dialog>
      {/* Outside of the form, so that its submit doesn't submit this one. */}
      {dialog}
    </>
  )
}
