import { canManage } from '@goldpan/contract/organizations'
import { senderIdentityFallbacks, senderIdentityMessages } from '@goldpan/contract/sender-identity'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { errorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { isolated } from '../../ui/isolated.ts'
import { SkeletonFields } from '../../ui/skeleton.tsx'
import { useActiveOrganization } from '../organizations/organizations.queries.ts'
import { useSenderIdentity } from '../sender-identity/sender-identity.queries.ts'
import { SenderIdentityForm } from '../sender-identity/sender-identity-form.tsx'

interface AddressDialogProps {
  onSaved: () => unknown
  onClose: () => void
}

/** Stands in front of a send that needs a postal address first. */
export function AddressDialog({ onSaved, onClose }: AddressDialogProps) {
  const [isDirty, setDirty] = useState(false)
  const organization = useActiveOrganization()
  const canEdit = !organization || canManage(organization.role, 'member')
  return (
    <Dialog
      open
      onClose={onClose}
      title="Send Emails"
      description={senderIdentityMessages.missing}
      size="xl"
      dirty={isDirty}
    >
      <div className="flex flex-col gap-4">
        {canEdit ? (
          <AddressForm onSaved={onSaved} onDirty={setDirty} />
        ) : (
          <p>Please ask the owner or an admin of {isolated(organization.name)} to add it.</p>
        )}
        <p className="text-sm text-ink-muted">
          It applies to all campaigns. You can change it later in <AddressLink>Settings</AddressLink>.
        </p>
      </div>
    </Dialog>
  )
}

/** Leads to the sender identity of what the session works for. */
export function AddressLink({ children }: { children: ReactNode }) {
  const organization = useActiveOrganization()
  const to = organization ? paths.organization(organization.id) : paths.settingsTab('profile')
  return (
    <Link to={to} className="hyperlink">
      {children}
    </Link>
  )
}

interface AddressFormProps {
  onSaved: () => unknown
  onDirty: (isDirty: boolean) => void
}

function AddressForm(props: AddressFormProps) {
  const saved = useSenderIdentity()
  if (saved.data) return <SenderIdentityForm saved={saved.data} submitLabel="Save and continue" {...props} />
  if (saved.isPending) return <SkeletonFields count={4} />
  return (
    <ErrorState
      level={3}
      message={errorText(saved.error, senderIdentityFallbacks.fetch)}
      onRetry={() => void saved.refetch()}
      isRetrying={saved.isFetching}
    />
  )
}
