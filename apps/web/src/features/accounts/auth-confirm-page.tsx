import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

export function AuthConfirmPage() {
  return (
    <Page>
      <PageHeader title="Verifying" />
    </Page>
  )
}
