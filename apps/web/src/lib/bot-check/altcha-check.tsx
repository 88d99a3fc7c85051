import { accountRoutes } from '@goldpan/contract/accounts'
import clsx from 'clsx'
import { Check } from 'lucide-react'
import { type Ref, useEffect, useId, useRef, useState } from 'react'
import { Spinner } from '../../ui/spinner.tsx'
import { call } from '../goldpan-api.ts'
import { readChallenge, timeLeft } from './challenge.ts'
import { solve } from './solve.ts'

type Stage = 'unchecked' | 'working' | 'verified' | 'failed' | 'expired'

const words: Record<Stage, string> = {
  unchecked: '',
  working: 'Checking…',
  verified: 'Verified',
  failed: globalThis.isSecureContext
    ? 'The check did not work. Please try again.'
    : 'The check needs a secure connection. Please open this page with https.',
  expired: 'The check has expired. Please tick the box again.',
}

export interface AltchaCheckProps {
  inputRef: Ref<HTMLInputElement>
  onToken: (token: string) => void
  /** Starts at once, for another try after the box was ticked. */
  startAtOnce: boolean
  isInvalid: boolean
}

/** A checkbox that starts a proof of work (ALTCHA), without a third party. */
export function AltchaCheck({ inputRef, onToken, startAtOnce, isInvalid }: AltchaCheckProps) {
  const id = useId()
  const { stage, start, stop } = useAltcha(onToken, startAtOnce)
  const isTicked = stage === 'working' || stage === 'verified'
  const isBroken = stage === 'failed' || stage === 'expired'
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-2.5 gap-y-1 rounded-md border border-line bg-sunken px-3 py-2">
      <input
        ref={inputRef}
        type="checkbox"
        id={id}
        className={clsx('tick', stage === 'working' && 'opacity-50')}
        checked={isTicked}
        onChange={isTicked ? stop : start}
        aria-describedby={`${id}-status`}
        aria-invalid={isInvalid || undefined}
      />
      <label htmlFor={id} className="cursor-pointer text-ink">
        I'm not a robot
      </label>
      <span
        id={`${id}-status`}
        role="status"
        className={clsx(
          'inline-flex items-center gap-1.5 text-sm',
          isBroken ? 'w-full text-danger-ink' : 'ms-auto text-ink-muted',
        )}
      >
        {stage === 'working' && <Spinner />}
        {stage === 'verified' && <Check aria-hidden="true" className="size-4" />}
        {words[stage]}
      </span>
    </div>
  )
}

/** Runs the check, until the token expires. */
function useAltcha(onToken: (token: string) => void, startAtOnce: boolean) {
  const [stage, setStage] = useState<Stage>('unchecked')
  const latestOnToken = useRef(onToken)
  latestOnToken.current = onToken
  const running = useRef<AbortController>(undefined)
  const expiry = useRef<ReturnType<typeof setTimeout>>(undefined)

  const end = (next: Stage) => {
    running.current?.abort()
    clearTimeout(expiry.current)
    latestOnToken.current('')
    setStage(next)
  }
  const start = async () => {
    end('working')
    const controller = new AbortController()
    running.current = controller
    try {
      const challenge = readChallenge(await call(accountRoutes.botCheckChallenge))
      const token = await solve(challenge, controller)
      if (controller.signal.aborted) return
      const left = timeLeft(challenge, Date.now())
      if (left !== null) expiry.current = setTimeout(() => end('expired'), left)
      latestOnToken.current(token)
      setStage('verified')
    } catch {
      if (!controller.signal.aborted) end('failed')
    }
  }

  const begin = useRef(start)
  begin.current = start
  useEffect(() => {
    if (startAtOnce) void begin.current()
    return () => {
      running.current?.abort()
      clearTimeout(expiry.current)
    }
  }, [startAtOnce])
  return { stage, start: () => void start(), stop: () => end('unchecked') }
}
