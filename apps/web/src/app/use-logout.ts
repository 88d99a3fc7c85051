import { useNavigate } from 'react-router'
import { errorText } from '../lib/error-text.ts'
import { paths } from '../lib/paths.ts'
import { useSession } from '../lib/use-session.ts'
import { toast } from '../ui/toast.ts'

/** Logs out and goes to /login. */
export function useLogout(): () => Promise<void> {
  const { logout } = useSession()
  const navigate = useNavigate()
  return async () => {
    try {
      await logout()
      await navigate(paths.login, { replace: true })
    } catch (error) {
      toast.error(errorText(error, 'Logout failed'))
    }
  }
}
