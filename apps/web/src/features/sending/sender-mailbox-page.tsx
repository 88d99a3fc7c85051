import { SkeletonCard, SkeletonFields } from '../../ui/skeleton.tsx'
import { EmailOptionPage } from './email-option-page.tsx'
import { MailboxForm } from './mailbox-form.tsx'
import { MailboxStatus } from './mailbox-status.tsx'
import { useSenderMailbox } from './sender-mailbox.queries.ts'

/** Sending campaigns from one's own mailbox in place of the shared return address. */
export function SenderMailboxPage() {
  return (
    <EmailOptionPage
      title="Own mailbox"
      description="Campaigns can leave from your own mailbox. Answers still come to your return address, so that they show up here and are forwarded to you."
      loading="Loading your mailbox"
      coming={
        <div className="max-w-2xl">
          <SkeletonCard>
            <SkeletonFields count={5} />
          </SkeletonCard>
        </div>
      }
      loaded={useSenderMailbox()}
    >
      {({ mailbox }) => (
        <div className="flex max-w-[44rem] flex-col gap-4">
          {mailbox && <MailboxStatus mailbox={mailbox} />}
          <MailboxForm saved={mailbox} />
        </div>
      )}
    </EmailOptionPage>
  )
}
