import type { WaitingPerson } from '@goldpan/contract/home'
import { Reply } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { personName } from '../../lib/person-name.ts'
import { Card } from '../../ui/card.tsx'
import { ReplyItem } from '../inbox/reply-item.tsx'

/** People who wait for an answer, the newest first. `count` may be more than are listed. */
export function WaitingPeople({ people, count }: { people: readonly WaitingPerson[]; count: number }) {
  return (
    <Card
      flush
      title="Waiting for your answer"
      mark={
        <span className="rounded-sm bg-accent-tint px-1.5 text-xs leading-4.75 font-medium text-accent-ink tabular-nums">
          {count.toLocaleString()}
        </span>
      }
      actions={
        <Link to={paths.inbox} className="hyperlink inline-flex min-h-6 items-center text-sm">
          Open inbox
        </Link>
      }
    >
      <ul className="divide-y divide-line border-t border-line">
        {people.map((person) => (
          <ReplyItem key={person.id} name={personName(person)} reply={person}>
            <span className="inline-flex shrink-0 items-center gap-1.5 rounded-md border border-line bg-surface px-2 py-1 text-xs font-medium group-hover:bg-pressed max-sm:sr-only">
              <Reply aria-hidden="true" className="size-4" />
              Answer
            </span>
          </ReplyItem>
        ))}
      </ul>
    </Card>
  )
}
