import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

export function MailboxPage() {
  return (
    <Page>
      <PageHeader title="Mailbox" />
    </Page>
  )
}
