import { accountRoutes } from '@goldpan/contract/accounts'
import { lazy, type Ref, Suspense, useCallback, useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { call } from '../goldpan-api.ts'
import { AltchaCheck } from './altcha-check.tsx'

const RecaptchaWidget = lazy(() => import('./recaptcha-widget.tsx'))

type Settings = { provider: 'altcha' | 'recaptcha' | 'off'; site_key: string | null }

export interface BotCheckProps {
  /** The token to send with the form; empty until the check is passed. */
  onToken: (token: string) => void
  /** The box to tick, for a form that moves the focus to its first error. */
  inputRef: Ref<HTMLInputElement>
  error?: string
  /** Another value asks again, because a token can be used only once. */
  attempt: number
}

/** The bot check that the server is configured for; renders nothing if it is off. */
export function BotCheck({ onToken, inputRef, error, attempt }: BotCheckProps) {
  const [settings, setSettings] = useState<Settings | null>(null)
  const [isFailed, setIsFailed] = useState(false)
  const load = useCallback(() => {
    setIsFailed(false)
    call(accountRoutes.botCheckSettings)
      .then((loaded) => {
        setSettings(loaded)
        if (loaded.provider === 'off') onToken('off')
      })
      .catch(() => setIsFailed(true))
  }, [onToken])
  useEffect(load, [load])
  useEffect(() => {
    if (attempt > 0) onToken(settings?.provider === 'off' ? 'off' : '')
  }, [attempt, onToken, settings])

  if (isFailed)
    return (
      <div className="flex flex-wrap items-center gap-3" role="alert">
        <p className="text-sm text-danger-ink">The bot check could not be loaded.</p>
        <Button size="sm" onClick={load}>
          Try again
        </Button>
      </div>
    )
  if (!settings) return <Skeleton className="h-11" />
  if (settings.provider === 'off') return null
  return (
    <div className="flex flex-col gap-1.5">
      {settings.provider === 'altcha' ? (
        <AltchaCheck
          key={attempt}
          inputRef={inputRef}
          onToken={onToken}
          startAtOnce={attempt > 0}
          isInvalid={Boolean(error)}
        />
      ) : (
        <Suspense fallback={<Skeleton className="h-[78px]" />}>
          <RecaptchaWidget
            key={attempt}
            siteKey={settings.site_key ?? ''}
            onToken={onToken}
            onFailure={() => setIsFailed(true)}
          />
        </Suspense>
      )}
      {error && <FieldError>{error}</FieldError>}
    </div>
  )
}
