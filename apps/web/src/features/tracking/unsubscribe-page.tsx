import { type UnsubscribeState, unsubscribeMessages } from '@goldpan/contract/tracking'
import type { ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { formatDateTime } from '../../lib/dates.ts'
import { paths } from '../../lib/paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Switch } from '../../ui/switch.tsx'
import { NarrowCard } from '../mailing-list/narrow-card.tsx'
import { useUnsubscribe } from './unsubscribe.queries.ts'

/** Where the link in every campaign message leads. */
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
            Do you want no more messages from {senderOf(stage.state)} to {address(stage.state)}?
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
              <Button busy={isBusy && 'Taking it back…'} onClick={undo}>
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
              If this was a mistake, you can take it back until {formatDateTime(stage.state.undo_until)}.
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

/** Whether the sender may see what is opened; it also holds for messages that have arrived already. */
function Recording({ state, isBusy, onChange }: RecordingProps) {
  return (
    <Switch
      label="The sender may see whether I open messages and follow links"
      help="Switched off, nothing of it is recorded any more, for old messages too."
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
