import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { errorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

export interface EmailOptionPageProps<Data> {
  title: string
  action?: ReactNode
  loaded: {
    data: Data | undefined
    error: unknown
    isPending: boolean
    isError: boolean
    isFetching: boolean
    refetch: () => unknown
  }
  /** For screen readers while it loads. */
  loading: string
  coming: ReactNode
  /** For errors without a message. */
  fallback?: string
  children: (data: Data) => ReactNode
}

/** A page below Email Options with its loading and error states. */
export function EmailOptionPage<Data>(props: EmailOptionPageProps<Data>) {
  const { title, action, loaded, loading, coming, children } = props
  const { fallback = 'Failed to load data' } = props
  return (
    <Page>
      <PageHeader title={title} action={action} back={<Link to={paths.emailOptions}>Email Options</Link>} />
      {loaded.isPending && (
        <div role="status" aria-label={loading} className="flex flex-col gap-4">
          {coming}
        </div>
      )}
      {loaded.isError && (
        <ErrorState
          message={errorText(loaded.error, fallback)}
          onRetry={() => void loaded.refetch()}
          isRetrying={loaded.isFetching}
        />
      )}
      {loaded.data !== undefined && children(loaded.data)}
    </Page>
  )
}
