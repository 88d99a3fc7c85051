import { canManage, type OrganizationDetail, organizationMessages } from '@goldpan/contract/organizations'
import { useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { isApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { isolated } from '../../ui/isolated.ts'
import { NotFoundState } from '../../ui/not-found-state.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonCards } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { SenderIdentityCard } from '../sender-identity/sender-identity-card.tsx'
import { InvitationsCard } from './invitations-card.tsx'
import { LeaveCard } from './leave-card.tsx'
import { MembersCard } from './members-card.tsx'
import { NameDialog } from './name-dialog.tsx'
import { useActiveOrganization, useOrganization, useRename } from './organizations.queries.ts'

export function OrganizationPage() {
  const { organizationId = '' } = useParams()
  const organization = useOrganization(organizationId)
  if (organization.data) return <Shown organization={organization.data} />
  if (organization.isPending)
    return (
      <Page>
        <PageHeader title="Organization" />
        <SkeletonCards count={2} label="Loading the organization…" />
      </Page>
    )
  if (isApiError(organization.error) && organization.error.status === 404)
    return (
      <Page>
        <NotFoundState
          title="Organization not found"
          message="It may have been deleted, or you are no longer a member."
          action={
            <Link to={paths.organizations} className={buttonClass('primary')}>
              Back to organizations
            </Link>
          }
        />
      </Page>
    )
  return (
    <Page>
      <PageHeader title="Organization" />
      <ErrorState
        message={errorText(organization.error, organizationMessages.list)}
        onRetry={() => void organization.refetch()}
        isRetrying={organization.isFetching}
      />
    </Page>
  )
}

function Shown({ organization }: { organization: OrganizationDetail }) {
  const { id, name, role, owner_name, is_frozen, is_suspended } = organization
  const [isRenaming, setRenaming] = useState(false)
  const rename = useRename(id)
  const mayInvite = canManage(role, 'member')
  const [query, setQuery] = useSearchParams()
  return (
    <Page>
      <PageHeader
        title={name}
        mark={
          is_suspended ? (
            <Badge colour="yellow">Suspended</Badge>
          ) : (
            is_frozen && <Badge colour="yellow">Frozen</Badge>
          )
        }
        description={
          role === 'owner'
            ? 'Usage counts toward your plan.'
            : `Usage counts toward ${isolated(owner_name)}’s plan.`
        }
        back={<Link to={paths.organizations}>Organizations</Link>}
        secondary={mayInvite && <Button onClick={() => setRenaming(true)}>Rename</Button>}
      />
      {query.has('created') && (
        <Banner kind="success" announce onDismiss={() => setQuery({}, { replace: true })}>
          You now work for {isolated(name)}. Invite the people you work with. Your own tables, prospects and
          campaigns stay in your personal account: open the menu with the organization’s name to switch back.
        </Banner>
      )}
      {is_suspended ? (
        <Banner kind="warning">{organizationMessages.suspended}</Banner>
      ) : (
        is_frozen && <Banner kind="warning">{organizationMessages.frozen}</Banner>
      )}
      <IdentityOf organization={organization} />
      <MembersCard organization={organization} />
      {mayInvite && <InvitationsCard organization={organization} />}
      <LeaveCard organization={organization} />
      {isRenaming && (
        <NameDialog
          title="Rename organization"
          submitLabel="Save"
          fallback={organizationMessages.change}
          name={name}
          onSave={async (next) => {
            await rename.mutateAsync(next)
            toast.success('Organization renamed')
          }}
          onClose={() => setRenaming(false)}
        />
      )}
    </Page>
  )
}

/** The route is about what the session works for, so only then can it be shown here. */
function IdentityOf({ organization: { id, role, is_frozen } }: { organization: OrganizationDetail }) {
  const active = useActiveOrganization()
  if (active?.id !== id) return null
  return <SenderIdentityCard canEdit={canManage(role, 'member') && !is_frozen} />
}
