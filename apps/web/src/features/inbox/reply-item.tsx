import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDateTime, formatRelative } from '../../lib/dates.ts'
import { paths } from '../../lib/paths.ts'
import { useProductNow } from '../../lib/product-time.ts'
import { Initials } from '../../ui/initials.tsx'
import { LabelBadge } from './label-badge.tsx'

interface ReplyItemProps {
  name: string
  reply: {
    /** Any id that opens the conversation. */
    id: string
    company: string | null
    subject: string | null
    excerpt: string
    received_at: string
    label: string | null
    label_name: string | null
    label_reason: string | null
  }
  /** Shown on hover. */
  title?: string
  /** Stands at the end. */
  children?: ReactNode
}

/** The newest reply of a person outside of the inbox: an item of a list, which opens the conversation. */
export function ReplyItem({ name, reply, title, children }: ReplyItemProps) {
  const { id, company, subject, excerpt, received_at } = reply
  const now = useProductNow()
  return (
    <li>
      <Link
        to={paths.conversation(id)}
        title={title}
        className="group flex min-w-0 items-center gap-3 px-(--reply-edge,1rem) py-2 hover:bg-hover"
      >
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
              <LabelBadge labelled={reply} />
            </span>
            <time
              dateTime={received_at}
              title={formatDateTime(received_at)}
              className="ms-auto shrink-0 text-xs text-ink-muted"
            >
              {formatRelative(received_at, now)}
            </time>
          </span>
          <span dir="auto" className="cut text-ink-muted">
            {excerpt || subject || 'No text'}
          </span>
          <span className="mt-1 flex sm:hidden">
            <LabelBadge labelled={reply} />
          </span>
        </span>
        {children}
      </Link>
    </li>
  )
}
