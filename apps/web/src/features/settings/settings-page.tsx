import { useTab } from '../../lib/use-tab.ts'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { TabBar, TabPanel, Tabs } from '../../ui/tabs.tsx'
import { PreferencesTab } from './preferences-tab.tsx'
import { ProfileTab } from './profile-tab.tsx'
import { RetentionCard } from './retention-card.tsx'
import { SubscriptionTab } from './subscription-tab.tsx'
import { TokensTab } from './tokens-tab.tsx'

const tabs = [
  { value: 'profile', label: 'Profile' },
  { value: 'subscription', label: 'Subscription' },
  { value: 'tokens', label: 'Tokens' },
  { value: 'preferences', label: 'Preferences' },
] as const

export function SettingsPage() {
  const [tab, setTab] = useTab(['profile', 'subscription', 'tokens', 'preferences'])
  return (
    <Tabs value={tab} onChange={setTab}>
      <Page>
        <PageHeader title="Settings" tabs={<TabBar label="Settings" tabs={tabs} />} />
        <TabPanel value="profile">
          <ProfileTab />
        </TabPanel>
        <TabPanel value="subscription">
          <SubscriptionTab />
        </TabPanel>
        <TabPanel value="tokens">
          <TokensTab />
        </TabPanel>
        <TabPanel value="preferences">
          <div className="flex flex-col gap-6">
            <PreferencesTab />
            <RetentionCard />
          </div>
        </TabPanel>
      </Page>
    </Tabs>
  )
}
