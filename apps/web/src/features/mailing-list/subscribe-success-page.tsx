import { mailingListMessages, mailingListRoutes } from '@goldpan/contract/mailing-list'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { paths } from '../../lib/paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { NarrowCard } from './narrow-card.tsx'

/** The target of the confirmation link. It confirms by POST, so that a scanner's GET changes nothing. */
export function SubscribeSuccessPage() {
  const [query] = useSearchParams()
  const token = query.get('token')
  if (!token)
    return (
      <Failed
        message="This link is incomplete. Please open the whole link from the email."
        title="Subscription not confirmed"
      />
    )
  return <Confirmation token={token} />
}

function Confirmation({ token }: { token: string }) {
  const confirmation = useQuery({
    queryKey: ['subscription', token],
    queryFn: () => call(mailingListRoutes.confirm, { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (confirmation.isPending)
    return (
      <NarrowCard title="Confirming your subscription">
        <p role="status" className="flex items-center gap-3 text-ink-muted">
          <Spinner /> Please wait a moment…
        </p>
      </NarrowCard>
    )
  if (confirmation.isError)
    return (
      <Failed
        title="Subscription not confirmed"
        message={errorText(confirmation.error, mailingListMessages.confirmFailed)}
        onRetry={() => void confirmation.refetch()}
      />
    )
  return (
    <NarrowCard title="Subscription Confirmed">
      <Banner kind="success" announce>
        You are on the list. Every email has an unsubscribe link.
      </Banner>
      <Link to={paths.home} className={buttonClass('primary')}>
        Return to Homepage
      </Link>
    </NarrowCard>
  )
}

function Failed({ title, message, onRetry }: { title: string; message: string; onRetry?: () => void }) {
  usePageTitle(title)
  return (
    <NarrowCard title={title}>
      <Banner kind="error" announce>
        {message}
      </Banner>
      <span className="flex flex-wrap gap-3">
        <Link to={paths.subscribe} className={buttonClass('primary')}>
          Subscribe again
        </Link>
        {onRetry && <Button onClick={onRetry}>Retry</Button>}
      </span>
    </NarrowCard>
  )
}
