import clsx from 'clsx'
import { Check, Ellipsis, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { personName } from '../../lib/person-name.ts'
import type { Entry } from './review.queries.ts'

interface ReviewListProps {
  entries: readonly Entry[]
  shownId: string | null
  /** Contacts that are not loaded yet. */
  hidden: number
  onShow: (id: string) => void
}

/** The contacts of the review, each with its decision. Phones show one contact at a time instead. */
export function ReviewList({ entries, shownId, hidden, onShow }: ReviewListProps) {
  return (
    <nav
      aria-label="Contacts"
      className="border-e border-line max-md:hidden md:sticky md:top-0 md:max-h-dvh md:self-start md:overflow-y-auto"
    >
      <ol>
        {entries.map((entry) => (
          <li key={entry.prospect.id}>
            <ListRow entry={entry} isShown={entry.prospect.id === shownId} onShow={onShow} />
          </li>
        ))}
      </ol>
      {hidden > 0 && (
        <p className="px-4 py-3 text-xs text-ink-muted">{`${hidden.toLocaleString()} more follow`}</p>
      )}
    </nav>
  )
}

const marks = {
  keep: { Icon: Check, words: 'Kept', colour: 'text-success-ink' },
  delete: { Icon: X, words: 'Removed', colour: 'text-danger-ink' },
  waiting: { Icon: Ellipsis, words: 'To review', colour: 'text-ink-faint' },
}

interface ListRowProps {
  entry: Entry
  isShown: boolean
  onShow: (id: string) => void
}

function ListRow({ entry, isShown, onShow }: ListRowProps) {
  const { prospect, decision } = entry
  const { Icon, words, colour } = marks[decision ?? 'waiting']
  const name = personName({ first_name: prospect.first_name, last_name: prospect.last_name })
  const row = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isShown) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isShown])
  return (
    <button
      ref={row}
      type="button"
      aria-current={isShown || undefined}
      onClick={() => onShow(prospect.id)}
      className={clsx(
        'flex w-full items-center gap-3 border-s-2 border-b border-b-line px-4 py-2 text-start',
        isShown ? 'border-s-accent bg-hover' : 'border-s-transparent hover:bg-hover',
      )}
    >
      <Icon className={clsx('size-4 shrink-0', colour)} aria-hidden="true" />
      <span className="sr-only">{words}: </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <bdi className={clsx('truncate font-medium', decision === 'delete' && 'line-through')}>
            {name || prospect.email}
          </bdi>
          {prospect.title && <bdi className="min-w-0 truncate text-ink-muted">{prospect.title}</bdi>}
        </span>
        <bdi className="block truncate text-xs text-ink-muted">
          {prospect.business?.name ?? prospect.email}
        </bdi>
      </span>
      {prospect.confidence !== null && (
        <span className="text-xs text-ink-muted tabular-nums">
          <span className="sr-only">Confidence </span>
          {percent(prospect.confidence)}
        </span>
      )}
    </button>
  )
}

const percent = (confidence: number): string => `${Math.round(confidence * 100)}%`
