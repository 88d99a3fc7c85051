import { Ban, CalendarClock, ChevronRight, Mail, MessagesSquare, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Card } from '../../ui/card.tsx'

/** The ways to what surrounds sending: answers, people not to write to, the domain's records. */
export function MailCareCard() {
  return (
    <Card title="Around your messages">
      <ul className="-my-2 divide-y divide-line">
        <Way to={paths.replies} icon={<MessagesSquare />} title="Replies">
          Read what people answered, and answer back in the same thread.
        </Way>
        <Way to={paths.doNotContact} icon={<Ban />} title="Do-not-contact list">
          Addresses and domains that are never written to, with the reason for each.
        </Way>
        <Way to={paths.sendingDomain} icon={<ShieldCheck />} title="Sending domain">
          The DNS records that make mail servers trust your messages, and a check of each.
        </Way>
        <Way to={paths.senderMailbox} icon={<Mail />} title="Own mailbox">
          Send campaigns from your own mailbox in place of your return address.
        </Way>
        <Way to={paths.sendingPace} icon={<CalendarClock />} title="Sending pace">
          How many emails leave a day, on which days, at what times and how far apart.
        </Way>
      </ul>
    </Card>
  )
}

function Way({
  to,
  icon,
  title,
  children,
}: {
  to: string
  icon: ReactNode
  title: string
  children: string
}) {
  return (
    <li>
      <Link to={to} className="flex items-center gap-3 rounded-md py-3 hover:bg-hover">
        <span className="text-ink-muted [&_svg]:size-5" aria-hidden="true">
          {icon}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block font-medium text-ink">{title}</span>
          <span className="block text-sm text-ink-muted">{children}</span>
        </span>
        <ChevronRight className="size-4 shrink-0 text-ink-muted" aria-hidden="true" />
      </Link>
    </li>
  )
}
