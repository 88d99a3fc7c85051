import { QueryClientProvider } from '@tanstack/react-query'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { session } from '../lib/goldpan-api.ts'
import { SessionContext } from '../lib/use-session.ts'
import { createQueryClient, dropQueriesOfOthers } from './query-client.ts'
import { routes } from './routes.tsx'

const queryClient = createQueryClient()
dropQueriesOfOthers(queryClient, session)
const router = createBrowserRouter(routes)

export function App() {
  return (
    <SessionContext value={session}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </SessionContext>
  )
}
