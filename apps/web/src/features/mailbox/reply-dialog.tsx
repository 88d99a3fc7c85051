import type { MailboxMessage } from '@goldpan/contract/mailbox'
import { type SubmitEvent, useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useReply } from './mailbox.queries.ts'

interface ReplyDialogProps {
  message: MailboxMessage
  token: string | undefined
  open: boolean
  onClose: () => void
}

const EMPTY = 'Please write something'

/** Answers a message as its recipient. */
export function ReplyDialog({ message, token, open, onClose }: ReplyDialogProps) {
  const [text, setText] = useState('')
  const [isTried, setTried] = useState(false)
  const reply = useReply(token)
  const close = () => {
    setText('')
    setTried(false)
    reply.reset()
    onClose()
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (text.trim()) reply.mutate({ id: message.id, text }, { onSuccess: close })
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={`Reply as ${message.to}`}
      description="A real message goes to the inbound listener, as from the mail program of the recipient."
      dirty={text.trim() !== ''}
      locked={reply.isPending}
      onSubmit={submit}
      footer={<DialogActions busy={reply.isPending && 'Sending…'}>Send reply</DialogActions>}
    >
      <div className="flex flex-col gap-4">
        {reply.isError && (
          <Banner kind="error" announce>
            {errorText(reply.error, 'Failed to send the reply')}
          </Banner>
        )}
        <Field label="Message" required error={isTried && !text.trim() ? EMPTY : undefined}>
          <TextArea rows={6} value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
      </div>
    </Dialog>
  )
}
