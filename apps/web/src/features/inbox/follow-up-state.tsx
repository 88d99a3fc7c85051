import type { Conversation } from '@goldpan/contract/replies'
import { formatLongDay } from '../../lib/dates.ts'
import { useEnrolment } from './pane.queries.ts'

/** What becomes of the person's follow-ups. Nothing if there are none. */
export function FollowUpState({ conversation }: { conversation: Conversation }) {
  const { hold } = conversation
  const enrolment = useEnrolment(conversation)
  if (hold) return <Line>{`Follow-ups held until ${formatLongDay(hold.until)}`}</Line>
  if (!enrolment || enrolment.state === 'finished') return null
  return <Line>{aboutFollowUps(enrolment.sentence)}</Line>
}

const Line = ({ children }: { children: string }) => (
  <span className="ms-auto text-ink-muted">{children}</span>
)

/** 'Stopped: replied' becomes 'Follow-ups stopped: replied'. */
const aboutFollowUps = (sentence: string): string =>
  sentence.replace(
    /^(?:Away: )?(Stopped|Waiting|Held)/i,
    (_, state: string) => `Follow-ups ${state.toLowerCase()}`,
  )
