import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { errorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonCards } from '../../ui/skeleton.tsx'
import { PaceForm } from './pace-form.tsx'
import { usePace } from './sending-pace.queries.ts'

/** How an account's mail is spread over the days, so that mail providers keep trusting its sender. */
export function SendingPacePage() {
  const pace = usePace()
  return (
    <Page>
      <PageHeader
        title="Sending pace"
        description="Mail providers trust senders who write steadily. This holds for all of your campaigns together."
        back={
          <Link to={paths.emailOptions} className="hyperlink inline-flex min-h-6 items-center gap-1.5">
            <ArrowLeft className="size-4" aria-hidden="true" />
            Email Options
          </Link>
        }
      />
      {pace.isPending && <SkeletonCards label="Loading the sending pace" />}
      {pace.isError && (
        <ErrorState
          message={errorText(pace.error, 'Failed to load data')}
          onRetry={() => void pace.refetch()}
          isRetrying={pace.isFetching}
        />
      )}
      {pace.data && <PaceForm saved={pace.data} />}
    </Page>
  )
}
