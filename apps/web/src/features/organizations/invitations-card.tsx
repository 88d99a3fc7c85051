import {
  canManage,
  type GivenRole,
  type Invitation,
  invitationForm,
  type OrganizationDetail,
  organizationMessages,
  roleNames,
} from '@goldpan/contract/organizations'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { formatDay } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { useInvite, useWithdraw } from './organizations.queries.ts'

/** Invites people by mail, and lists open invitations. */
export function InvitationsCard({ organization }: { organization: OrganizationDetail }) {
  const { invitations, is_frozen } = organization
  return (
    <Card title="Invitations">
      {!is_frozen && <InviteForm organization={organization} />}
      {invitations.length > 0 && (
        <ul className="mt-4 divide-y divide-line border-t border-line" aria-label="Open invitations">
          {invitations.map((sent) => (
            <InvitationRow key={sent.id} organization={organization} sent={sent} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function InviteForm({ organization }: { organization: OrganizationDetail }) {
  const invite = useInvite(organization.id)
  const form = useForm({
    resolver: zodResolver(invitationForm),
    defaultValues: { email: '', role: 'member' as GivenRole },
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (values) => {
    try {
      await invite.mutateAsync(values)
      form.reset({ email: '', role: values.role })
      toast.success(`Invitation sent to ${values.email}`)
    } catch (error) {
      form.setError(
        'email',
        { message: errorText(error, organizationMessages.invite) },
        { shouldFocus: true },
      )
    }
  })
  const roles = organization.role === 'owner' ? (['member', 'admin'] as const) : (['member'] as const)
  return (
    <form noValidate onSubmit={submit} className="grid items-start gap-3 sm:grid-cols-[1fr_10rem_auto]">
      <Field
        label="Email address"
        help="The person needs an account with this address. Invitations are valid for 7 days."
        error={errors.email?.message}
      >
        <TextInput type="email" autoComplete="off" {...form.register('email')} />
      </Field>
      <Field label="Role" help="Members see and edit everything." error={errors.role?.message}>
        <Select
          options={roles.map((value) => ({ value, label: roleNames[value] }))}
          {...form.register('role')}
        />
      </Field>
      <Button type="submit" variant="primary" className="sm:mt-6.5" busy={isSubmitting && 'Sending…'}>
        Invite
      </Button>
    </form>
  )
}

function InvitationRow({ organization, sent }: { organization: OrganizationDetail; sent: Invitation }) {
  const withdraw = useWithdraw(organization.id)
  const mayWithdraw = sent.is_expired || canManage(organization.role, sent.role)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="cut font-medium">{sent.email}</p>
        <p className="text-sm text-ink-muted">
          {roleNames[sent.role]}, {sent.is_expired ? 'expired' : 'valid until'} {formatDay(sent.expires_at)}
        </p>
      </div>
      {sent.is_expired && <Badge colour="yellow">Expired</Badge>}
      {mayWithdraw && (
        <Button
          size="sm"
          busy={withdraw.isPending && 'Withdrawing…'}
          onClick={() =>
            withdraw.mutate(sent.id, {
              onSuccess: () => void toast.success('Invitation withdrawn'),
              onError: (error) => void toast.error(errorText(error, organizationMessages.change)),
            })
          }
        >
          Withdraw<span className="sr-only"> the invitation of {sent.email}</span>
        </Button>
      )}
    </li>
  )
}
