import { organizationMessages } from '@goldpan/contract/organizations'
import { useLocation } from 'react-router'
import { Banner } from '../../ui/banner.tsx'
import { isolated } from '../../ui/isolated.ts'
import { useOrganizations } from './organizations.queries.ts'

/** Shown in an organization whose owner lost Premium or is suspended. */
export function FrozenBanner() {
  const { data } = useOrganizations()
  const { pathname } = useLocation()
  const active = data?.organizations.find(({ id }) => id === data.active_id)
  if (!(active?.is_frozen || active?.is_suspended) || pathname === `/organizations/${active.id}`) return null
  return (
    <Banner
      kind="warning"
      title={`${isolated(active.name)} is ${active.is_suspended ? 'suspended' : 'frozen'}`}
    >
      {active.is_suspended ? organizationMessages.suspended : organizationMessages.frozen}
    </Banner>
  )
}
