import { tokenType } from '@goldpan/contract/accounts'
import { useEffect, useState } from 'react'
import { Link, type NavigateFunction, useLocation, useNavigate, useSearchParams } from 'react-router'
import { isApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import type { Session } from '../../lib/session.ts'
import { useSession, useSessionStore } from '../../lib/use-session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { AccountCard, linkClass } from './account-card.tsx'

const FIRST_WAIT_MS = 1500
const REDIRECT_MS = 5000

type Stage =
  | { kind: 'loading' }
  | { kind: 'success'; to: string }
  | { kind: 'error'; message: string; isOtherAccount?: boolean }

/** The target of links in account mails: confirms an address, or continues to a new password. */
export function AuthConfirmPage() {
  const stage = useConfirmation()
  const navigate = useNavigate()
  const backToLogin = useBackToLogin()
  const email = useSearchParams()[0].get('email')
  const to = stage.kind === 'success' ? stage.to : null
  useEffect(() => {
    if (to === null) return
    const timer = setTimeout(() => navigate(to, { replace: true, state: { email } }), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [navigate, to, email])

  if (stage.kind === 'loading')
    return (
      <AccountCard title="Verifying">
        <p role="status" className="flex items-center gap-3 text-ink-muted">
          <Spinner /> Please wait while we verify your account...
        </p>
      </AccountCard>
    )
  if (stage.kind === 'success')
    return (
      <AccountCard title="Verification Successful!">
        <Banner kind="success" announce>
          Your email has been verified. Redirecting you...
        </Banner>
        {stage.to === paths.login && <NotSignedUp />}
      </AccountCard>
    )
  return (
    <AccountCard title="Verification Failed">
      <Banner kind="error" announce>
        {stage.message}
      </Banner>
      <Button
        variant="primary"
        className="mt-6"
        onClick={() => void backToLogin(stage.isOtherAccount ?? false)}
      >
        Back to Login
      </Button>
    </AccountCard>
  )
}

/** The link alone confirms, so somebody may have opened it for a stranger's sign-up. */
function NotSignedUp() {
  const [query] = useSearchParams()
  return (
    <p className="mt-4 text-ink-muted">
      Didn’t sign up?{' '}
      <Link to={paths.login} state={{ mode: 'forgot', email: query.get('email') }} className={linkClass}>
        Set your own password
      </Link>
      . The one chosen at sign-up will stop working.
    </p>
  )
}

/** Logs another account out first, and returns to the link after login. */
function useBackToLogin() {
  const session = useSession()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return async (isOtherAccount: boolean) => {
    if (isOtherAccount) await session.logout().catch(() => undefined)
    navigate(paths.login, isOtherAccount ? { state: { from: pathname + search } } : {})
  }
}

function useConfirmation(): Stage {
  const [query] = useSearchParams()
  const session = useSessionStore()
  const navigate = useNavigate()
  const [stage, setStage] = useState<Stage>({ kind: 'loading' })
  useEffect(() => {
    const timer = setTimeout(() => {
      void follow(query, session, navigate).then((next) => next && setStage(next))
    }, FIRST_WAIT_MS)
    return () => clearTimeout(timer)
  }, [query, session, navigate])
  return stage
}

async function follow(
  query: URLSearchParams,
  session: Session,
  navigate: NavigateFunction,
): Promise<Stage | null> {
  const token = query.get('token')
  const type = tokenType.safeParse(query.get('type'))
  if (!token) return { kind: 'error', message: 'No access token provided' }
  if (!type.success)
    return {
      kind: 'error',
      message: query.get('type') ? 'This link is not valid.' : 'No token type provided',
    }
  if (type.data === 'recovery') {
    navigate(paths.resetPassword, { replace: true, state: { accessToken: token } })
    return null
  }
  try {
    await session.confirmEmail({ token, type: type.data, email: query.get('email') })
    return { kind: 'success', to: type.data === 'signup' ? paths.login : paths.home }
  } catch (error) {
    const message = errorText(error, 'Failed to confirm email')
    const code = isApiError(error) ? error.code : null
    if (code !== 'accounts.signed_out')
      return { kind: 'error', message, isOtherAccount: code === 'accounts.other_account' }
    // The local session may be outdated, and login would redirect straight back here.
    session.expire()
    navigate(paths.login, { replace: true, state: { from: `${paths.authConfirm}?${query}`, message } })
    return null
  }
}
