import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, useRoutes } from 'react-router'
import { createQueryClient, dropQueriesOfOthers } from './app/query-client.ts'
import { routes } from './app/routes.tsx'
import { session } from './lib/goldpan-api.ts'
import { SessionContext } from './lib/use-session.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root')

const client = createQueryClient()
dropQueriesOfOthers(client, session)
void session.start()

createRoot(root).render(
  <StrictMode>
    <SessionContext value={session}>
      <QueryClientProvider client={client}>
        <BrowserRouter>
          <Routed />
        </BrowserRouter>
      </QueryClientProvider>
    </SessionContext>
  </StrictMode>,
)

function Routed() {
  return useRoutes(routes)
}
