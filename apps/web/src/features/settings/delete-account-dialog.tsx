import { accountDeletion, accountRoutes, DELETE_WORD } from '@goldpan/contract/accounts'
import type { Organization } from '@goldpan/contract/organizations'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { paths } from '../../lib/paths.ts'
import { useSessionStore } from '../../lib/use-session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { useOrganizations } from '../organizations/organizations.queries.ts'
import { usePasswordProof } from './password-proof.tsx'

/** Asks for a typed word, because a deletion can't be undone. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const session = useSessionStore()
  const organizations = useOrganizations().data?.organizations ?? []
  const owned = organizations.filter(({ role }) => role === 'owner')
  const isMember = organizations.length > owned.length
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
          <DialogActions busy={isSubmitting && 'Deleting…'} disabled={owned.length > 0} danger>
            Delete my account
          </DialogActions>
        }
      >
        <div className="flex flex-col gap-4">
          {owned.length > 0 && <OwnedOrganizations owned={owned} />}
          <Banner kind="warning">
            You are logged out everywhere, running jobs stop, and all your data is deleted. Unused tokens are
            lost, and a paid plan ends. Only payment records stay, without your name.
            {isMember && ' What you created in organizations of others stays with them.'}
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

/** An account that owns organizations is not deleted, so that their members keep their work. */
function OwnedOrganizations({ owned }: { owned: readonly Organization[] }) {
  return (
    <Banner kind="error" title="Your organizations come first">
      Transfer each to another member, or delete it with everything in it. Then you can delete your account.
      <ul className="mt-1 list-disc ps-5">
        {owned.map(({ id, name }) => (
          <li key={id}>
            <Link to={paths.organization(id)} className="hyperlink">
              <bdi>{name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </Banner>
  )
}
