import { trackingRoutes, type UnsubscribeState, unsubscribeMessages } from '@goldpan/contract/tracking'
import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { formatDateTime } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { paths } from '../../lib/paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Switch } from '../../ui/switch.tsx'
import { NarrowCard } from '../mailing-list/narrow-card.tsx'

/** The target of the unsubscribe link in every campaign message. */
export function UnsubscribePage() {
  const [query] = useSearchParams()
  const { stage, isBusy, leave, undo, record } = useUnsubscribe(query.get('token')?.trim() ?? '')
  switch (stage.kind) {
    case 'loading':
      return (
        <Frame title="Unsubscribe">
          <p role="status" className="flex items-center gap-3 text-ink-muted">
            <Spinner /> Processing your request…
          </p>
        </Frame>
      )
    case 'asking':
      return (
        <Frame
          title="Unsubscribe"
          actions={
            <Button variant="primary" busy={isBusy && 'Unsubscribing…'} onClick={leave}>
              Unsubscribe
            </Button>
          }
        >
          <p>
            Stop emails from {senderOf(stage.state)} to {address(stage.state)}?
          </p>
          <Recording state={stage.state} isBusy={isBusy} onChange={record} />
        </Frame>
      )
    case 'unsubscribed':
      return (
        <Frame
          title={unsubscribeMessages.success}
          actions={
            stage.state.undo_until && (
              <Button busy={isBusy && 'Undoing…'} onClick={undo}>
                {unsubscribeMessages.mistake}
              </Button>
            )
          }
        >
          <Banner kind="success" announce>
            {address(stage.state)} will get no more messages from {senderOf(stage.state)}.
          </Banner>
          {stage.state.undo_until && (
            <p className="text-sm text-ink-muted">
              If this was a mistake, you can undo it until {formatDateTime(stage.state.undo_until)}.
            </p>
          )}
          <Recording state={stage.state} isBusy={isBusy} onChange={record} />
        </Frame>
      )
    case 'subscribed-again':
      return (
        <Frame title="You are subscribed again">
          <Banner kind="success" announce>
            Nothing has changed for {address(stage.state)}.
          </Banner>
          <Recording state={stage.state} isBusy={isBusy} onChange={record} />
        </Frame>
      )
    case 'error':
      return (
        <Frame title="Unsubscribe">
          <Banner kind="error" announce>
            {stage.message}
          </Banner>
        </Frame>
      )
  }
}

function Frame({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  const navigate = useNavigate()
  return (
    <NarrowCard title={title}>
      <div className="flex w-full flex-col gap-4">{children}</div>
      <div className="flex flex-wrap gap-2">
        {actions}
        <Button variant={actions ? 'ghost' : 'secondary'} onClick={() => navigate(paths.home)}>
          {unsubscribeMessages.home}
        </Button>
      </div>
    </NarrowCard>
  )
}

interface RecordingProps {
  state: UnsubscribeState
  isBusy: boolean
  onChange: (isRecorded: boolean) => void
}

/** Also applies to messages that have already arrived. */
function Recording({ state, isBusy, onChange }: RecordingProps) {
  return (
    <Switch
      label="Let the sender see when I open emails and click links"
      help="Turn off to stop tracking, including past emails."
      checked={state.is_recorded}
      disabled={isBusy}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}

const senderOf = ({ sender }: UnsubscribeState) => (
  <strong dir="auto" className="font-medium">
    {sender || 'this sender'}
  </strong>
)
const address = ({ email }: UnsubscribeState) => <span className="wrap-anywhere">{email}</span>

type UnsubscribeStage =
  | { kind: 'loading' }
  /** Needs a click, because a scanner could run the script. */
  | { kind: 'asking'; state: UnsubscribeState }
  | { kind: 'unsubscribed'; state: UnsubscribeState }
  | { kind: 'subscribed-again'; state: UnsubscribeState }
  | { kind: 'error'; message: string }

/** Unsubscribes on load by script, but only while the page is visible. */
function useUnsubscribe(token: string) {
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

/** Waits until the page is visible: browsers prerender pages and open them in background tabs. */
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
