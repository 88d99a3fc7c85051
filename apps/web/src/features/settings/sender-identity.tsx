import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Card } from '../../ui/card.tsx'
import { isolated } from '../../ui/isolated.ts'
import { useActiveOrganization } from '../organizations/organizations.queries.ts'
import { SenderIdentityCard } from '../sender-identity/sender-identity-card.tsx'

/** An organization's own identity is on its page. */
export function SenderIdentity() {
  const organization = useActiveOrganization()
  if (!organization) return <SenderIdentityCard canEdit />
  return (
    <Card title="Sender identity" className="lg:col-span-2">
      <p className="text-ink-muted">
        You are working for {isolated(organization.name)}, whose emails carry{' '}
        <Link to={paths.organization(organization.id)} className="hyperlink">
          its own sender identity
        </Link>
        .
      </p>
    </Card>
  )
}
