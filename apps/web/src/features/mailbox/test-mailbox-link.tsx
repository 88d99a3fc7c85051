import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { useDemoClock } from './mailbox.queries.ts'

/** Where mail stays in the built-in outbox: says so, and leads to the letters of a recipient. */
export function TestMailboxLink({ recipient, className }: { recipient: string; className?: string }) {
  const isTrial = useDemoClock(undefined).isSuccess
  if (!isTrial) return null
  return (
    <p className={className}>
      Here, emails stay in the test mailbox.{' '}
      <Link to={`${paths.mailbox}?${new URLSearchParams({ to: recipient })}`} className="hyperlink">
        Open the test mailbox
      </Link>
    </p>
  )
}
