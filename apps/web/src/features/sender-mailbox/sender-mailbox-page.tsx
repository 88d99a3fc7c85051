import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { errorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonCards } from '../../ui/skeleton.tsx'
import { MailboxForm } from './mailbox-form.tsx'
import { MailboxStatus } from './mailbox-status.tsx'
import { useSenderMailbox } from './sender-mailbox.queries.ts'

/** Sending campaigns from one's own mailbox in place of the shared return address. */
export function SenderMailboxPage() {
  const mailbox = useSenderMailbox()
  return (
    <Page>
      <PageHeader
        title="Own mailbox"
        description="Campaigns can leave from your own mailbox. Answers still come to your return address, so that they show up here and are forwarded to you."
        back={
          <Link to={paths.emailOptions} className="hyperlink inline-flex min-h-6 items-center gap-1.5">
            <ArrowLeft className="size-4" aria-hidden="true" />
            Email Options
          </Link>
        }
      />
      {mailbox.isPending && <SkeletonCards label="Loading your mailbox" />}
      {mailbox.isError && (
        <ErrorState
          message={errorText(mailbox.error, 'Failed to load data')}
          onRetry={() => void mailbox.refetch()}
          isRetrying={mailbox.isFetching}
        />
      )}
      {mailbox.data && (
        <div className="flex max-w-2xl flex-col gap-4">
          {mailbox.data.mailbox && <MailboxStatus mailbox={mailbox.data.mailbox} />}
          <MailboxForm saved={mailbox.data.mailbox} />
        </div>
      )}
    </Page>
  )
}
