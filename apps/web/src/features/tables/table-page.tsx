import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

export function TablePage() {
  return (
    <Page>
      <PageHeader title="Table" />
    </Page>
  )
}
