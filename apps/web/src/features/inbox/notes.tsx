import type { Note } from '@goldpan/contract/inbox'
import { formatDateTime } from '../../lib/dates.ts'

/** What members wrote for each other about a conversation. */
export function Notes({ notes }: { notes: readonly Note[] }) {
  if (notes.length === 0) return null
  return (
    <section aria-label="Notes" className="border-t border-line px-4 py-3">
      <h2 className="mb-2 text-sm font-semibold">Notes</h2>
      <ul className="flex flex-col gap-3">
        {notes.map(({ id, author, text, created_at }) => (
          <li key={id} className="text-sm">
            <p className="text-xs text-ink-muted">
              <bdi>{author.name}</bdi> · <time dateTime={created_at}>{formatDateTime(created_at)}</time>
            </p>
            <p dir="auto" className="break-words whitespace-pre-wrap">
              {text}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
