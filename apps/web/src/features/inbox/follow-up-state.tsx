import type { Conversation } from '@goldpan/contract/replies'
import { formatLongDay } from '../../lib/dates.ts'
import { ROOM_FOR_PANEL, useMedia } from '../../ui/media.ts'
import { HoldState } from '../holds/hold-state.tsx'
import { useEnrolment } from './pane.queries.ts'

/** The state of the person's follow-ups, with their hold where no panel shows it. Nothing if there are none. */
export function FollowUpState({ conversation }: { conversation: Conversation }) {
  const { email, hold } = conversation
  const hasPanel = useMedia(ROOM_FOR_PANEL)
  return (
    <>
      {!hasPanel && <HoldState email={email} />}
      {hold ? (
        hasPanel && <Line>{`Follow-ups held until ${formatLongDay(hold.until)}`}</Line>
      ) : (
        <Enrolled conversation={conversation} />
      )}
    </>
  )
}

function Enrolled({ conversation }: { conversation: Conversation }) {
  const enrolment = useEnrolment(conversation)
  if (!enrolment || enrolment.state === 'finished') return null
  return <Line>{aboutFollowUps(enrolment.sentence)}</Line>
}

const Line = ({ children }: { children: string }) => <span className="text-ink-muted">{children}</span>

/** 'Stopped: they replied' becomes 'Follow-ups stopped: they replied'. */
const aboutFollowUps = (sentence: string): string =>
  sentence.replace(
    /^(?:Away: )?(Stopped|Waiting|Held)/i,
    (_, state: string) => `Follow-ups ${state.toLowerCase()}`,
  )
