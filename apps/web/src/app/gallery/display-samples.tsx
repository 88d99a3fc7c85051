import { useState } from 'react'
import { Badge, type BadgeColour } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DataList } from '../../ui/data-list.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Initials } from '../../ui/initials.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { SanitizedHtml } from '../../ui/sanitized-html.tsx'
import { StatRow, StatTile } from '../../ui/stat-tile.tsx'
import { TabBar, TabPanel, Tabs } from '../../ui/tabs.tsx'
import { UsageBar } from '../../ui/usage-bar.tsx'

const colours: BadgeColour[] = ['blue', 'yellow', 'green', 'purple', 'red', 'indigo', 'teal', 'grey']
const hostile =
  '<p>Dear Frick AG, see <a href="https://example.com">our offer</a>.</p><script>alert(1)</script><p style="color:#a33">Kind regards<br>Anna</p>'

const tabs = [
  { value: 'profile', label: 'Profile' },
  { value: 'tokens', label: 'Tokens', count: 12 },
]

export function DisplaySamples() {
  const [tab, setTab] = useState('profile')
  const [page, setPage] = useState(2)
  return (
    <Card title="Display" mark={<Badge colour="green">With a mark</Badge>}>
      <div className="flex flex-col gap-6">
        <div className="flex flex-wrap gap-2">
          {colours.map((colour) => (
            <Badge key={colour} colour={colour}>
              {colour}
            </Badge>
          ))}
        </div>
        <p className="flex items-center gap-2">
          <Initials name="Orla Penhaligon" /> Orla Penhaligon
        </p>
        <StatRow label="Results">
          <StatTile label="Sent" value="1,204" hint="of which 3 unconfirmed" />
          <StatTile label="Opened" value="611" />
          <StatTile label="Failed" value="12" />
        </StatRow>
        <ProgressBar
          label="Gathering prospects"
          value={120}
          max={300}
          text="120 of 300 businesses, about 2 minutes left"
          action={<Button size="sm">Cancel</Button>}
        />
        <div className="grid gap-4 sm:grid-cols-3">
          <UsageBar label="Searches" count={4} limit={20} />
          <UsageBar label="Generations" count={8} limit={10} />
          <UsageBar label="Emails sent" count={50} limit={50} guidance="Buy tokens to continue." />
        </div>
        <div className="flex flex-col gap-2">
          <Banner title="Your address is not confirmed yet">Look for our mail.</Banner>
          <Banner kind="success">Every prospect has an email.</Banner>
          <Banner kind="warning" action={<Button size="sm">Send again</Button>}>
            3 could not be confirmed.
          </Banner>
          <Banner kind="error" onDismiss={() => undefined}>
            Logout failed
          </Banner>
        </div>
        <Disclosure summary="2 tries">
          <p className="ps-5">421 4.7.0 Try again later</p>
        </Disclosure>
        <Tabs value={tab} onChange={setTab}>
          <TabBar label="Settings" tabs={tabs} />
          <TabPanel value="profile">
            <SampleList />
          </TabPanel>
          <TabPanel value="tokens">Tokens never expire.</TabPanel>
        </Tabs>
        <Pagination label="Pages of prospects" page={page} pageCount={12} onPage={setPage} />
        <SanitizedHtml html={hostile} className="rounded-md border border-line p-4" />
      </div>
    </Card>
  )
}

function SampleList() {
  return (
    <DataList
      items={[
        { label: 'Name', value: 'Anna Frick' },
        { label: 'Phone', value: null },
        { label: 'Website', value: 'https://a-very-long-address.example.com/with/a/path/that/does/not/end' },
      ]}
    />
  )
}
