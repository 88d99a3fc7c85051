import { Component, type ReactNode } from 'react'
import { Link } from 'react-router'
import { usePageTitle } from '../lib/page-title.ts'
import { paths } from '../lib/paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'

interface Props {
  /** Another value, such as another address, tries again. */
  resetKey: string
  onCaught?: () => void
  children: ReactNode
}

interface State {
  error: unknown
  failedKey: string | null
}

/** Shows a readable page instead of a screen that crashed; the layout around it stays. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, failedKey: null }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    if (state.error === null) return null
    if (state.failedKey === null) return { failedKey: props.resetKey }
    return state.failedKey === props.resetKey ? null : { error: null, failedKey: null }
  }

  override componentDidCatch(): void {
    this.props.onCaught?.()
  }

  override render() {
    if (this.state.error === null) return this.props.children
    return <ErrorPage error={this.state.error} />
  }
}

/** After an update the old file of a screen may be gone; reloading fetches the new one. */
function isMissingCode(error: unknown): boolean {
  return (
    error instanceof Error && /dynamically imported module|module script failed|preload/i.test(error.message)
  )
}

function ErrorPage({ error }: { error: unknown }) {
  usePageTitle('Something went wrong')
  const message = isMissingCode(error)
    ? 'This screen could not be loaded. Goldpan may have been updated, or the connection was lost. Reloading usually helps.'
    : 'This screen stopped because of an error on our side. What you saved is safe.'
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
              Back to home
            </Link>
          </>
        }
      />
    </div>
  )
}
