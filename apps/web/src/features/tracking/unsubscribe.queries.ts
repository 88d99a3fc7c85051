import { trackingRoutes, type UnsubscribeState, unsubscribeMessages } from '@goldpan/contract/tracking'
import { useEffect, useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'

export type UnsubscribeStage =
  | { kind: 'loading' }
  /** A person has to click: a script alone would obey a scanner. */
  | { kind: 'asking'; state: UnsubscribeState }
  | { kind: 'unsubscribed'; state: UnsubscribeState }
  | { kind: 'subscribed-again'; state: UnsubscribeState }
  | { kind: 'error'; message: string }

/** Follows an unsubscribe link: on load and by script, but only while somebody can see the page. */
export function useUnsubscribe(token: string) {
  const [stage, setStage] = useState<UnsubscribeStage>(
    token ? { kind: 'loading' } : { kind: 'error', message: unsubscribeMessages.missing },
  )
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    if (!token) return
    const stop = new AbortController()
    const show = (next: UnsubscribeStage) => !stop.signal.aborted && setStage(next)
    arrive(token, stop.signal).then(show, (error) => show(failure(error)))
    return () => stop.abort()
  }, [token])

  const act = async (step: () => Promise<UnsubscribeStage>) => {
    setBusy(true)
    setStage(await step().catch(failure))
    setBusy(false)
  }
  return {
    stage,
    isBusy,
    leave: () => act(() => leave(token)),
    record: (is_recorded: boolean) =>
      act(
        async () =>
          ({
            ...stage,
            state: await call(trackingRoutes.setRecording, { body: { token, is_recorded } }),
          }) as UnsubscribeStage,
      ),
    undo: () => act(async () => ({ kind: 'subscribed-again', state: await call(undoRoute, body(token)) })),
  }
}

const undoRoute = trackingRoutes.undoUnsubscribe
const body = (token: string) => ({ body: { token } })

async function arrive(token: string, signal: AbortSignal): Promise<UnsubscribeStage> {
  const state = await call(trackingRoutes.unsubscribeState, { query: { token } })
  if (state.state === 'unsubscribed') return { kind: 'unsubscribed', state }
  if (state.needs_click) return { kind: 'asking', state }
  await untilSeen(signal)
  return leave(token)
}

async function leave(token: string): Promise<UnsubscribeStage> {
  return { kind: 'unsubscribed', state: await call(trackingRoutes.unsubscribe, body(token)) }
}

/** Pages that a browser prepares ahead of time, or opens in the background, wait for their reader. */
function untilSeen(signal: AbortSignal): Promise<void> {
  const isSeen = () =>
    document.visibilityState === 'visible' && !('prerendering' in document && document.prerendering)
  return new Promise((resolve) => {
    const look = () => isSeen() && resolve()
    document.addEventListener('visibilitychange', look, { signal })
    document.addEventListener('prerenderingchange', look, { signal })
    look()
  })
}

const failure = (error: unknown): UnsubscribeStage => ({
  kind: 'error',
  message: errorText(error, unsubscribeMessages.failed),
})
