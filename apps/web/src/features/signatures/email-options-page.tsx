import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

export function EmailOptionsPage() {
  return (
    <Page>
      <PageHeader title="Email Options" />
    </Page>
  )
}
