import { BrowserRouter, useRoutes } from 'react-router'
import { session } from '../lib/goldpan-api.ts'
import { SessionContext } from '../lib/use-session.ts'
import { fetchScreenEarly } from './early-screens.ts'
import { routes } from './routes.tsx'

fetchScreenEarly(routes, window.location.pathname)

export function App() {
  return (
    <SessionContext value={session}>
      <BrowserRouter>
        <Routed />
      </BrowserRouter>
    </SessionContext>
  )
}

function Routed() {
  return useRoutes(routes)
}
