import { type Organization, organizationMessages, roleNames } from '@goldpan/contract/organizations'
import { Building2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { errorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { useSellsPlans } from '../../lib/use-sells-plans.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { isolated } from '../../ui/isolated.ts'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonCards } from '../../ui/skeleton.tsx'
import { NameDialog } from './name-dialog.tsx'
import { useCreateOrganization, useOrganizations, useSwitch } from './organizations.queries.ts'

export function OrganizationsPage() {
  const organizations = useOrganizations()
  const create = useCreateOrganization()
  const [isCreating, setCreating] = useState(false)
  const canCreate = organizations.data?.can_create
  return (
    <Page>
      <PageHeader
        title="Organizations"
        back={<Link to={paths.settings}>Settings</Link>}
        action={
          canCreate && (
            <Button variant="primary" onClick={() => setCreating(true)}>
              New organization
            </Button>
          )
        }
      />
      {organizations.isPending ? (
        <SkeletonCards count={2} label="Loading organizations…" />
      ) : organizations.isError ? (
        <ErrorState
          message={errorText(organizations.error, organizationMessages.list)}
          onRetry={() => void organizations.refetch()}
          isRetrying={organizations.isFetching}
        />
      ) : organizations.data.organizations.length === 0 ? (
        <NoOrganizations canCreate={organizations.data.can_create} onCreate={() => setCreating(true)} />
      ) : (
        <ul className="grid gap-4 md:grid-cols-2 lg:grid-cols-3" aria-label="Organizations">
          {organizations.data.organizations.map((one) => (
            <OrganizationCard
              key={one.id}
              organization={one}
              isActive={one.id === organizations.data.active_id}
            />
          ))}
        </ul>
      )}
      {isCreating && (
        <NameDialog
          title="New organization"
          submitLabel="Create"
          fallback={organizationMessages.create}
          onSave={async (name) => {
            await create.mutateAsync(name)
          }}
          onClose={() => setCreating(false)}
        />
      )}
    </Page>
  )
}

function NoOrganizations({ canCreate, onCreate }: { canCreate: boolean; onCreate: () => void }) {
  const sellsPlans = useSellsPlans() !== false
  return (
    <EmptyState
      title="No organizations yet"
      action={
        canCreate ? (
          <Button onClick={onCreate}>Create an organization</Button>
        ) : (
          sellsPlans && (
            <Link to={paths.settingsTab('subscription')} className={buttonClass()}>
              See the plans
            </Link>
          )
        )
      }
    >
      {canCreate
        ? 'Create one to share tables, prospects and campaigns with your team.'
        : `Creating organizations requires Premium${sellsPlans ? '' : ', which the operator of this installation gives'}. You can join one on any plan.`}
    </EmptyState>
  )
}

function OrganizationCard({ organization, isActive }: { organization: Organization; isActive: boolean }) {
  const { id, name, role, owner_name, is_frozen, is_suspended } = organization
  const change = useSwitch()
  return (
    <Card
      as="li"
      title={
        <span className="flex min-w-0 items-center gap-2">
          <Building2 className="size-4 shrink-0 text-ink-muted" aria-hidden="true" />
          <span dir="auto" className="min-w-0 break-words">
            {name}
          </span>
        </span>
      }
      description={
        role === 'owner' ? 'You own it.' : `You are ${roleText[role]}; ${isolated(owner_name)} owns it.`
      }
      actions={
        is_suspended || is_frozen ? (
          <Badge colour="yellow">{is_suspended ? 'Suspended' : 'Frozen'}</Badge>
        ) : isActive ? (
          <Badge colour="green">Working here</Badge>
        ) : undefined
      }
    >
      <div className="mt-auto flex flex-wrap gap-2">
        <Link to={paths.organization(id)} className={buttonClass('secondary', 'sm')}>
          Members<span className="sr-only"> of {name}</span>
        </Link>
        {!isActive && (
          <Button
            size="sm"
            variant="ghost"
            busy={change.isPending && 'Switching…'}
            onClick={() => change.mutate(id)}
          >
            Work here<span className="sr-only">: {name}</span>
          </Button>
        )}
      </div>
    </Card>
  )
}

const roleText = {
  admin: `an ${roleNames.admin.toLowerCase()}`,
  member: `a ${roleNames.member.toLowerCase()}`,
}
