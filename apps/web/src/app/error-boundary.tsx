import { Component, type ReactNode } from 'react'
import { ErrorPage } from './error-page.tsx'

interface Props {
  /** Another value, such as another address, is another try. */
  resetKey: string
  /** After the page with the error has appeared. */
  onCaught?: () => void
  children: ReactNode
}

interface State {
  error: unknown
  failedKey: string | null
}

/** Shows a readable page instead of a screen that broke; what stands around the boundary stays. */
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
