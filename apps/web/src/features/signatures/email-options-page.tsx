import type { Signature } from '@goldpan/contract/signatures'
import { Ban, CalendarClock, ChevronRight, Mail, MessagesSquare, Plus, ShieldCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { TrackingCard } from '../tracking/tracking-card.tsx'
import { ReturnAddressCard } from './return-address-card.tsx'
import { SignatureDialog } from './signature-dialog.tsx'
import { SignatureList } from './signature-list.tsx'

export function EmailOptionsPage() {
  const [edited, setEdited] = useState<Signature | 'new' | null>(null)
  return (
    <Page>
      <PageHeader
        title="Email Options"
        action={
          <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={() => setEdited('new')}>
            Add signature
          </Button>
        }
      />
      <div className="grid gap-6 lg:grid-cols-2">
        <ReturnAddressCard />
        <TrackingCard />
      </div>
      <section aria-labelledby="signatures" className="flex flex-col gap-4">
        <h2 id="signatures" className="text-base font-semibold">
          Email signatures
        </h2>
        <SignatureList onAdd={() => setEdited('new')} onEdit={setEdited} />
      </section>
      <MailCareCard />
      {edited && (
        <SignatureDialog signature={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </Page>
  )
}

/** Links to the screens around sending. */
function MailCareCard() {
  return (
    <Card title="More settings">
      <ul className="-my-2 divide-y divide-line">
        <MenuLink to={paths.inbox} icon={<MessagesSquare />} title="Inbox" />
        <MenuLink to={paths.doNotContact} icon={<Ban />} title="Do-not-contact list" />
        <MenuLink to={paths.sendingDomain} icon={<ShieldCheck />} title="Sending domain">
          DNS records that prove your emails are genuine.
        </MenuLink>
        <MenuLink to={paths.ownMailboxes} icon={<Mail />} title="Mailboxes">
          Send campaigns from your own email addresses.
        </MenuLink>
        <MenuLink to={paths.sendingPace} icon={<CalendarClock />} title="Sending pace">
          Daily limit, days and hours, and the gap between emails.
        </MenuLink>
      </ul>
    </Card>
  )
}

function MenuLink({
  to,
  icon,
  title,
  children,
}: {
  to: string
  icon: ReactNode
  title: string
  children?: string
}) {
  return (
    <li>
      <Link to={to} className="flex items-center gap-3 rounded-md py-3 hover:bg-hover">
        <span className="text-ink-muted [&_svg]:size-5" aria-hidden="true">
          {icon}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block font-medium text-ink">{title}</span>
          {children && <span className="block text-sm text-ink-muted">{children}</span>}
        </span>
        <ChevronRight className="size-4 shrink-0 text-ink-muted" aria-hidden="true" />
      </Link>
    </li>
  )
}
