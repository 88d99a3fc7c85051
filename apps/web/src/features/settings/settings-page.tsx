import { Coins, CreditCard, SlidersHorizontal, UserRound } from 'lucide-react'
import { useSearchParams } from 'react-router'
import type { SettingsTab } from '../../lib/paths.ts'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { type TabItem, Tabs } from '../../ui/tabs.tsx'
import { PreferencesTab } from './preferences-tab.tsx'
import { ProfileTab } from './profile-tab.tsx'
import { SubscriptionTab } from './subscription-tab.tsx'
import { TokensTab } from './tokens-tab.tsx'

const tabs: readonly (TabItem & { value: SettingsTab })[] = [
  { value: 'profile', label: 'Profile', icon: <UserRound />, content: <ProfileTab /> },
  { value: 'subscription', label: 'Subscription', icon: <CreditCard />, content: <SubscriptionTab /> },
  { value: 'tokens', label: 'Tokens', icon: <Coins />, content: <TokensTab /> },
  { value: 'preferences', label: 'Preferences', icon: <SlidersHorizontal />, content: <PreferencesTab /> },
]

/** The current tab is in the address, so that every tab can be linked. */
export function SettingsPage() {
  const [query, setQuery] = useSearchParams()
  const wanted = query.get('tab')
  const value = tabs.some((tab) => tab.value === wanted) ? wanted! : 'profile'
  return (
    <Page>
      <PageHeader title="Settings" />
      <Tabs
        label="Settings"
        tabs={tabs}
        value={value}
        onChange={(tab) => setQuery({ tab }, { replace: true })}
      />
    </Page>
  )
}
