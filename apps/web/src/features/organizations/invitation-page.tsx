import { organizationMessages, roleNames } from '@goldpan/contract/organizations'
import { Link, useSearchParams } from 'react-router'
import { errorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/use-session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { useInvitation, useJoin } from './organizations.queries.ts'

/** The target of an invitation link. Joining takes a click. */
export function InvitationPage() {
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  const invitation = useInvitation(token)
  const { user } = useSession()
  return (
    <Page width="narrow">
      <PageHeader title="Invitation" />
      {token === '' ? (
        <Failed message="This link is incomplete" />
      ) : invitation.isError ? (
        <Failed
          message={errorText(invitation.error, organizationMessages.join)}
          hint={user ? `You are logged in as ${user.email}.` : undefined}
        />
      ) : invitation.data ? (
        <Invited token={token} organization={invitation.data.organization} role={invitation.data.role} />
      ) : (
        <Skeleton height="9rem" />
      )}
    </Page>
  )
}

function Failed({ message, hint }: { message: string; hint?: string }) {
  return (
    <div className="flex flex-col items-start gap-4">
      <Banner kind="error" announce className="w-full" title={message}>
        {hint}
      </Banner>
      <Link to={paths.home} className={buttonClass()}>
        Go to Search
      </Link>
    </div>
  )
}

function Invited({
  token,
  organization,
  role,
}: {
  token: string
  organization: string
  role: 'admin' | 'member'
}) {
  const join = useJoin()
  const isLeaving = join.isPending || join.isSuccess
  return (
    <Card
      title={organization}
      description={`You are invited as ${roleNames[role].toLowerCase()}, with access to its tables, prospects and campaigns. Your own work stays private; switch any time in the sidebar.`}
    >
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          busy={isLeaving && 'Joining…'}
          onClick={() =>
            join.mutate(token, {
              onError: (error) => void toast.error(errorText(error, organizationMessages.join)),
            })
          }
        >
          Join {organization}
        </Button>
        <Link to={paths.home} className={buttonClass('ghost')}>
          Not now
        </Link>
      </div>
    </Card>
  )
}
