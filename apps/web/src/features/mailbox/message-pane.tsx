import type { MailboxMessage } from '@goldpan/contract/mailbox'
import { zodResolver } from '@hookform/resolvers/zod'
import { ArrowLeft, MailX, Reply, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { formatDateTime } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DataList } from '../../ui/data-list.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useBounce, useReply } from './mailbox.queries.ts'

interface MessagePaneProps {
  message: MailboxMessage
  token: string | undefined
  /** Back to the list, on small screens. */
  onBack: () => void
}

/** One message, with what its recipient or their server may do. */
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

/** Links open outside of the frame; nothing in it can run, submit or reach the page. */
const SANDBOX = 'allow-popups allow-popups-to-escape-sandbox'

/** A message in a frame of its own, on white. */
function MessageFrame({ message }: { message: MailboxMessage }) {
  if (message.html === null)
    return (
      <pre
        dir="auto"
        className="rounded-md border border-line p-4 font-sans text-base break-words whitespace-pre-wrap"
      >
        {message.text}
      </pre>
    )
  return (
    <iframe
      title="Message content"
      sandbox={SANDBOX}
      referrerPolicy="no-referrer"
      srcDoc={`<base target="_blank">${message.html}`}
      className="h-[60dvh] min-h-80 w-full rounded-md border border-line bg-white"
    />
  )
}

const schema = z.object({
  text: z.string().refine((text) => text.trim() !== '', 'Please write something'),
})

interface ReplyDialogProps {
  message: MailboxMessage
  token: string | undefined
  onClose: () => void
}

/** Replies to a message as its recipient. */
function ReplyDialog({ message, token, onClose }: ReplyDialogProps) {
  const reply = useReply(token)
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { text: '' } })
  const { errors, isDirty, isSubmitting } = form.formState
  const onSubmit = form.handleSubmit(async ({ text }) => {
    try {
      await reply.mutateAsync({ id: message.id, text })
      onClose()
    } catch (error) {
      form.setError('text', { message: errorText(error, 'Failed to send the reply') })
    }
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Reply as ${message.to}`}
      dirty={isDirty}
      locked={isSubmitting}
      onSubmit={onSubmit}
      footer={<DialogActions busy={isSubmitting && 'Sending…'}>Send reply</DialogActions>}
    >
      <Field label="Message" required error={errors.text?.message}>
        <TextArea rows={6} {...form.register('text')} />
      </Field>
    </Dialog>
  )
}
