import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

export function SettingsPage() {
  return (
    <Page>
      <PageHeader title="Settings" />
    </Page>
  )
}
