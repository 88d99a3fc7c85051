import type { ReactNode } from 'react'
import { EmptyState } from './empty-state.tsx'

interface NotFoundStateProps {
  title: string
  message: ReactNode
  action: ReactNode
  /** Below the action. */
  more?: ReactNode
}

/** 'Table Not Found' and the like. */
export function NotFoundState({ title, message, action, more }: NotFoundStateProps) {
  return (
    <EmptyState illustration="compass" level={1} title={title} action={action} more={more}>
      <p>{message}</p>
    </EmptyState>
  )
}
