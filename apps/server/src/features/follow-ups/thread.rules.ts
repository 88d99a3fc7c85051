/** A message that was handed over to a person, oldest first in a list. */
export interface ThreadMessage {
  message_id: string
  subject: string
  in_reply_to: string | null
  step_id: string | null
}

export interface Thread {
  subject: string
  in_reply_to: string | null
  reference_ids: string[] | null
}

/** Longer chains make headers that some servers refuse. */
const MAX_REFERENCES = 19

/** The thread to continue: that of the newest follow-up with its own subject, else the template's. */
function lastThread<Message extends Pick<ThreadMessage, 'in_reply_to' | 'step_id'>>(
  sent: readonly Message[],
): Message[] {
  const start = sent.findLastIndex(({ step_id, in_reply_to }) => step_id !== null && in_reply_to === null)
  return sent.slice(Math.max(0, start))
}

/** The subject of the next message in the thread. Null if nothing was sent. */
export function findSubject(
  sent: readonly Pick<ThreadMessage, 'in_reply_to' | 'step_id' | 'subject'>[],
): string | null {
  const [root] = lastThread(sent)
  return root ? replySubject(root.subject) : null
}

/**
 * How the next message continues the thread. From another mailbox a new one begins, with the same subject. Null if
 * nothing was sent.
 */
export function continueThread(
  sent: readonly ThreadMessage[],
  { isMoved = false }: { isMoved?: boolean } = {},
): Thread | null {
  const thread = lastThread(sent)
  const [root] = thread
  const newest = thread.at(-1)
  if (!root || !newest) return null
  if (isMoved) return { subject: bareSubject(root.subject), in_reply_to: null, reference_ids: null }
  const ids = [...new Set(thread.map(({ message_id }) => message_id))]
  return {
    subject: replySubject(root.subject),
    in_reply_to: newest.message_id,
    reference_ids: [ids[0]!, ...ids.slice(1).slice(-MAX_REFERENCES)],
  }
}

export const replySubject = (subject: string): string => (/^re:/i.test(subject) ? subject : `Re: ${subject}`)

const bareSubject = (subject: string): string => subject.replace(/^(re:\s*)+/i, '')
