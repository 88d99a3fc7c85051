import { Navigate, useLocation } from 'react-router'
import { paths } from '../../lib/paths.ts'

/** Redirects old links to the confirmation screen, with their query. */
export function AuthCallback() {
  const { search } = useLocation()
  return <Navigate to={paths.authConfirm + search} replace />
}
