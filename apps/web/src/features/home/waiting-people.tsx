import type { WaitingPerson } from '@goldpan/contract/home'
import { Reply } from 'lucide-react'
import { Link } from 'react-router'
import { formatDateTime, formatRelative } from '../../lib/dates.ts'
import { paths } from '../../lib/paths.ts'
import { personName } from '../../lib/person-name.ts'
import { useProductNow } from '../../lib/product-time.ts'
import { Card } from '../../ui/card.tsx'
import { Initials } from '../../ui/initials.tsx'
import { LabelBadge } from '../inbox/label-badge.tsx'

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
          <WaitingItem key={person.id} person={person} />
        ))}
      </ul>
    </Card>
  )
}

function WaitingItem({ person }: { person: WaitingPerson }) {
  const { id, company, subject, excerpt, received_at } = person
  const name = personName(person)
  const now = useProductNow()
  return (
    <li>
      <Link to={paths.conversation(id)} className="group flex items-center gap-3 px-4 py-2 hover:bg-hover">
        <Initials name={name} />
        <span className="min-w-0 flex-1">
          <span className="flex min-w-0 items-baseline gap-x-2">
            <span dir="auto" className="cut max-w-2/3 shrink-0 font-medium">
              {name}
            </span>
            {company && (
              <span dir="auto" className="cut min-w-0 text-ink-muted">
                {company}
              </span>
            )}
            <span className="shrink-0 max-sm:hidden">
              <LabelBadge labelled={person} />
            </span>
            <time
              dateTime={received_at}
              title={formatDateTime(received_at)}
              className="ms-auto shrink-0 text-xs text-ink-faint"
            >
              {formatRelative(received_at, now)}
            </time>
          </span>
          <span dir="auto" className="cut text-ink-muted">
            {excerpt || subject || 'No text'}
          </span>
          <span className="mt-1 flex sm:hidden">
            <LabelBadge labelled={person} />
          </span>
        </span>
        <span className="inline-flex shrink-0 items-center gap-1.5 rounded-md border border-line bg-surface px-2 py-1 text-xs font-medium group-hover:bg-pressed max-sm:sr-only">
          <Reply aria-hidden="true" className="size-4" />
          Answer
        </span>
      </Link>
    </li>
  )
}
