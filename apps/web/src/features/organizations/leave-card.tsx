import { DELETE_WORD } from '@goldpan/contract/accounts'
import { type OrganizationDetail, organizationMessages } from '@goldpan/contract/organizations'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { errorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { isolated } from '../../ui/isolated.ts'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { useLeave, useRemoveOrganization } from './organizations.queries.ts'

/** Members leave, the owner deletes. */
export function LeaveCard({ organization }: { organization: OrganizationDetail }) {
  const [isAsking, setAsking] = useState(false)
  const isOwner = organization.role === 'owner'
  return (
    <Card
      title={isOwner ? 'Delete this organization' : 'Leave this organization'}
      description={
        isOwner
          ? 'Deletes its tables, prospects, campaigns and signatures for everyone. To keep them, transfer it to another member.'
          : 'You lose access. What you created stays with the organization.'
      }
    >
      <div>
        <Button variant={isOwner ? 'danger' : 'secondary'} onClick={() => setAsking(true)}>
          {isOwner ? 'Delete organization' : 'Leave organization'}
        </Button>
      </div>
      {isAsking &&
        (isOwner ? (
          <DeleteOrganization organization={organization} onClose={() => setAsking(false)} />
        ) : (
          <Leave organization={organization} onClose={() => setAsking(false)} />
        ))}
    </Card>
  )
}

interface ExitProps {
  organization: OrganizationDetail
  onClose: () => void
}

function useLeaving(text: string, onFail: () => void) {
  const navigate = useNavigate()
  return async (action: Promise<unknown>) => {
    try {
      await action
      toast.success(text)
      await navigate(paths.organizations)
    } catch (error) {
      toast.error(errorText(error, organizationMessages.change))
      onFail()
    }
  }
}

function Leave({ organization, onClose }: ExitProps) {
  const leave = useLeave(organization.id)
  const goOut = useLeaving(`You left ${isolated(organization.name)}`, onClose)
  return (
    <ConfirmDialog
      open
      kind="warning"
      title={`Leave ${isolated(organization.name)}`}
      message="To come back you need a new invitation."
      confirmLabel="Leave"
      busyLabel="Leaving…"
      onConfirm={() => goOut(leave.mutateAsync())}
      onCancel={onClose}
    />
  )
}

const deletion = z.object({
  confirmation: z.string().refine((typed) => typed === DELETE_WORD, `Please type ${DELETE_WORD} to confirm`),
})

function DeleteOrganization({ organization, onClose }: ExitProps) {
  const remove = useRemoveOrganization(organization.id, DELETE_WORD)
  const goOut = useLeaving(`${isolated(organization.name)} is being deleted`, onClose)
  const form = useForm({ resolver: zodResolver(deletion), defaultValues: { confirmation: '' } })
  const { errors, isSubmitting } = form.formState
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={`Delete ${isolated(organization.name)}`}
      locked={isSubmitting}
      onSubmit={form.handleSubmit(() => goOut(remove.mutateAsync()))}
      footer={
        <DialogActions busy={isSubmitting && 'Deleting…'} danger>
          Delete organization
        </DialogActions>
      }
    >
      <div className="flex flex-col gap-4">
        <Banner kind="warning">
          All members lose access and everything in the organization is deleted. This can’t be undone.
        </Banner>
        <Field label={`Type ${DELETE_WORD} to confirm`} error={errors.confirmation?.message}>
          <TextInput autoComplete="off" autoCapitalize="characters" {...form.register('confirmation')} />
        </Field>
      </div>
    </Dialog>
  )
}
