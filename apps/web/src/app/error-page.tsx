import { Link } from 'react-router'
import { usePageTitle } from '../lib/page-title.ts'
import { paths } from '../lib/paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'

/** After an update the old file of a screen may be gone; a reload fetches the new one. */
function isMissingCode(error: unknown): boolean {
  return (
    error instanceof Error && /dynamically imported module|module script failed|preload/i.test(error.message)
  )
}

/** A readable page with a way back in place of a screen that broke. */
export function ErrorPage({ error }: { error: unknown }) {
  usePageTitle('Something went wrong')
  const message = isMissingCode(error)
    ? 'This screen could not be loaded. Goldpan may have been updated, or the connection was lost. Reloading usually helps.'
    : 'This screen has stopped because of a mistake of ours. What you saved is safe.'
  return (
    <div className="grid min-h-[70dvh] flex-1 place-items-center">
      <ErrorState
        level={1}
        message={message}
        action={
          <>
            <Button variant="primary" onClick={() => window.location.reload()}>
              Reload
            </Button>
            <Link to={paths.home} className={buttonClass()}>
              Back to Home
            </Link>
          </>
        }
      />
    </div>
  )
}
