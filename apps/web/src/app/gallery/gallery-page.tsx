import { useTheme } from '../../lib/theme.ts'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ThemeSwitch } from '../../ui/theme-switch.tsx'
import { ActionSamples } from './action-samples.tsx'
import { DialogSamples } from './dialog-samples.tsx'
import { DisplaySamples } from './display-samples.tsx'
import { FormSamples } from './form-samples.tsx'
import { ListSamples } from './list-samples.tsx'
import { StateSamples } from './state-samples.tsx'
import { TableSamples } from './table-samples.tsx'
import { TokenSamples } from './token-samples.tsx'

/** Every component in every state, for development. Not part of the product. */
export function GalleryPage() {
  const [theme, setTheme] = useTheme()
  return (
    <main id="main" tabIndex={-1}>
      <Page>
        <PageHeader
          title="Components"
          description="Everything that screens are made of, in every state."
          secondary={<ThemeSwitch value={theme} onChange={setTheme} />}
        />
        <TokenSamples />
        <ActionSamples />
        <FormSamples />
        <DisplaySamples />
        <ListSamples />
        <TableSamples />
        <StateSamples />
        <DialogSamples />
      </Page>
    </main>
  )
}
