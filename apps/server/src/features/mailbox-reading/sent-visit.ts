import { MessageRefused } from '@goldpan/campaign-mail/campaign-message'
import { asOwner } from '../../db/owner.ts'
import type { ReadingSession } from '../../providers/mailbox-reading/port.ts'
import { MailboxFailed } from '../../providers/mailboxes/port.ts'
import type { SentFolder, SentWork } from '../sending/sent-folder.ts'
import type { ReadMailbox } from './mailbox-reading.store.ts'

interface SentVisitDeps {
  sentFolder: SentFolder
  onError: (error: unknown) => void
}

/**
 * Does what is due in the Sent folder. Nothing that fails here changes a message or its mailbox: it is tried again, then
 * given up. Throws MailboxFailed if the provider demands a pause.
 */
export async function visitSent(
  { sentFolder, onError }: SentVisitDeps,
  mailbox: ReadMailbox,
  session: ReadingSession,
  { canAppend, signal }: { canAppend: boolean; signal: AbortSignal },
): Promise<void> {
  async function settle(work: SentWork): Promise<void> {
    const found = await session.findSent(work.expectedId)
    if (found !== null) return work.recordFound(found)
    if (!work.isSent || !canAppend) return work.postpone()
    await session.appendSent(await work.buildCopy())
    await work.recordCopied()
  }

  const owner = asOwner(mailbox.owner_id)
  for (const work of await sentFolder.listDue(owner, mailbox.id)) {
    if (signal.aborted) return
    try {
      await settle(work)
    } catch (error) {
      await work.postpone()
      if (error instanceof MailboxFailed) {
        await sentFolder.postponeAll(owner, mailbox.id)
        // The session is dropped. How long to wait is the reader's to keep.
        if (error.failure.kind === 'limit') throw error
        return
      }
      if (!(error instanceof MessageRefused)) onError(error)
    }
  }
}
