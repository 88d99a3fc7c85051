import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

export function TablesPage() {
  return (
    <Page>
      <PageHeader title="Saved Business Tables" />
    </Page>
  )
}
