import type { ReactNode } from 'react'
import { EmptyState } from './empty-state.tsx'

/** 'Table Not Found' and the like. */
export function NotFoundState(props: { title: string; message: ReactNode; action: ReactNode }) {
  return (
    <EmptyState illustration="compass" level={1} title={props.title} action={props.action}>
      <p>{props.message}</p>
    </EmptyState>
  )
}
