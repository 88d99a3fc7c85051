import { accountRoutes, type StoppedChange } from '@goldpan/contract/accounts'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { paths } from '../../lib/paths.ts'
import { useSessionStore } from '../../lib/use-session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { AccountCard } from './account-card.tsx'

type Stage =
  | { kind: 'asking' }
  | { kind: 'stopping' }
  | { kind: 'stopped'; change: StoppedChange }
  | { kind: 'error'; message: string }

/** The target of the link in the mail to the old address. It takes a click, because scanners open links. */
export function StopChangePage() {
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  const session = useSessionStore()
  const [stage, setStage] = useState<Stage>({ kind: 'asking' })

  async function stop() {
    setStage({ kind: 'stopping' })
    try {
      const change = await call(accountRoutes.stopEmailChange, { body: { token } })
      session.expire()
      setStage({ kind: 'stopped', change })
    } catch (error) {
      setStage({ kind: 'error', message: errorText(error, 'Failed to stop the change') })
    }
  }

  if (stage.kind === 'stopped') return <Stopped change={stage.change} />
  if (stage.kind === 'error' || token === '')
    return (
      <AccountCard title="The change was not stopped">
        <Banner kind="error" announce>
          {stage.kind === 'error' ? stage.message : 'No access token provided'}
        </Banner>
        <Link to={paths.login} className={`${buttonClass('primary')} mt-6`}>
          Back to Login
        </Link>
      </AccountCard>
    )
  return (
    <AccountCard title="Stop the change of your email address?">
      <p className="text-ink-muted">
        Your account keeps its address, and every browser is logged out. Do this if you did not request the
        change.
      </p>
      <div className="mt-6 flex flex-wrap gap-2">
        <Button variant="primary" busy={stage.kind === 'stopping' && 'Stopping…'} onClick={() => void stop()}>
          Stop the change
        </Button>
        <Link to={paths.home} className={buttonClass('ghost')}>
          Not now
        </Link>
      </div>
    </AccountCard>
  )
}

function Stopped({ change: { email, stopped_email } }: { change: StoppedChange }) {
  return (
    <AccountCard title="The change was stopped">
      <Banner kind="success" announce>
        Your account keeps the address <span className="wrap-anywhere">{email}</span>. It will not change to{' '}
        <span className="wrap-anywhere">{stopped_email}</span>, and every browser is logged out.
      </Banner>
      <p className="mt-4 text-ink-muted">
        Someone was logged in to your account to request this. Choose a new password now.
      </p>
      <Link to={paths.login} state={{ mode: 'forgot', email }} className={`${buttonClass('primary')} mt-6`}>
        Choose a new password
      </Link>
    </AccountCard>
  )
}
