import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Outlet } from 'react-router'
import { session } from '../lib/goldpan-api.ts'
import { createQueryClient, dropQueriesOfOthers } from './query-client.ts'

export const client = createQueryClient()
dropQueriesOfOthers(client, session)

/** Lets what is inside use queries. Kept apart, because the login page does without and loads faster so. */
export function WithQueries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

export function QueriesOutlet() {
  return (
    <WithQueries>
      <Outlet />
    </WithQueries>
  )
}
