import type { MailboxMessage } from '@goldpan/contract/mailbox'
import { ArrowLeft, MailX, Reply, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { formatDateTime } from '../../lib/dates.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DataList } from '../../ui/data-list.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { useBounce } from './mailbox.queries.ts'
import { MessageFrame } from './message-frame.tsx'
import { ReplyDialog } from './reply-dialog.tsx'

interface MessagePaneProps {
  message: MailboxMessage
  token: string | undefined
  /** Back to the list, where there is no room for both. */
  onBack: () => void
}

/** One message, and what its reader (or the server of its reader) may do with it. */
export function MessagePane({ message, token, onBack }: MessagePaneProps) {
  const [isReplying, setReplying] = useState(false)
  const bounce = useBounce(token)
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Button
        variant="ghost"
        icon={<ArrowLeft aria-hidden="true" />}
        onClick={onBack}
        className="self-start lg:hidden"
      >
        All messages
      </Button>
      <Card
        as="article"
        title={<span dir="auto">{message.subject || '(no subject)'}</span>}
        actions={
          <>
            <Button icon={<Reply aria-hidden="true" />} onClick={() => setReplying(true)}>
              Reply
            </Button>
            {message.envelope_from && (
              <Button
                icon={<Undo2 aria-hidden="true" />}
                busy={bounce.isPending && 'Bouncing…'}
                onClick={() => bounce.mutate(message.id)}
              >
                Bounce
              </Button>
            )}
            {message.unsubscribe_url && (
              <a href={message.unsubscribe_url} target="_blank" rel="noreferrer" className={buttonClass()}>
                <MailX aria-hidden="true" />
                Unsubscribe
              </a>
            )}
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <DataList
            items={[
              { label: 'From', value: message.from },
              { label: 'To', value: message.to },
              { label: 'Received', value: formatDateTime(message.received_at) },
            ]}
          />
          <MessageFrame message={message} />
          <Disclosure summary="Headers">
            <dl className="mt-2 grid gap-1 font-mono text-xs">
              {Object.entries(message.headers).map(([name, value]) => (
                <div key={name}>
                  <dt className="inline text-ink-muted">{name}: </dt>
                  <dd className="inline break-all whitespace-pre-wrap">{value}</dd>
                </div>
              ))}
            </dl>
          </Disclosure>
        </div>
      </Card>
      {isReplying && <ReplyDialog message={message} token={token} onClose={() => setReplying(false)} />}
    </div>
  )
}
