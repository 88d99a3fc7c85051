import { billingFallbacks, type PayPage as PayPageData } from '@goldpan/contract/billing'
import { FlaskConical } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { errorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Logo } from '../../ui/logo.tsx'
import { LoadingScreen } from '../../ui/spinner.tsx'
import { usePayPage } from './billing.queries.ts'
import { TestCheckout } from './test-checkout.tsx'
import { TestPortal } from './test-portal.tsx'

/** The test checkout. It says clearly that it is no real provider. */
export function PayPage() {
  const { pageId = '' } = useParams()
  const page = usePayPage(pageId)
  return (
    <div className="flex min-h-dvh flex-col">
      <p className="flex items-center justify-center gap-2 border-b-2 border-dashed border-warning-line bg-warning-tint px-4 py-2.5 text-center font-semibold">
        <FlaskConical className="size-5 shrink-0 text-warning-ink" aria-hidden="true" />
        Test mode: no card is charged
      </p>
      <main id="main" tabIndex={-1} className="mx-auto flex w-full max-w-lg flex-1 flex-col gap-6 px-4 py-10">
        <Logo />
        {page.isPending && <LoadingScreen />}
        {page.isError && (
          <ErrorState
            level={1}
            message={errorText(page.error, billingFallbacks.checkout)}
            onRetry={() => void page.refetch()}
            isRetrying={page.isFetching}
            action={
              <Link to={paths.settings} className={buttonClass('primary')}>
                Back to Settings
              </Link>
            }
          />
        )}
        {page.data && <Shown id={pageId} page={page.data} />}
      </main>
    </div>
  )
}

function Shown({ id, page }: { id: string; page: PayPageData }) {
  return (
    <>
      <h1 tabIndex={-1} className="text-xl font-semibold">
        {page.title}
      </h1>
      <Card>
        {page.kind === 'portal' ? <TestPortal id={id} page={page} /> : <TestCheckout id={id} page={page} />}
      </Card>
      <p className="text-sm text-ink-muted">
        This page replaces a payment provider for testing. No card is needed and no money moves.
      </p>
    </>
  )
}
