import { CurrentUsage } from './current-usage.tsx'
import { OwnData } from './own-data.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { PasswordCard } from './password-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SenderIdentity } from './sender-identity.tsx'

export function ProfileTab() {
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <ProfileCard />
      <CurrentUsage />
      <SenderIdentity />
      <PasswordCard />
      <OwnSessions />
      <OwnData />
    </div>
  )
}
