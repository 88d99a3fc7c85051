import type { MailboxMessage } from '@goldpan/contract/mailbox'

/** Links leave the frame; nothing in it can run, submit or see the page around it. */
const SANDBOX = 'allow-popups allow-popups-to-escape-sandbox'

/** The content of a message as a mail program shows it: in a frame of its own, on white as its writer saw it. */
export function MessageFrame({ message }: { message: MailboxMessage }) {
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
