import { useSession } from '../../lib/use-session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { AccountCard } from './account-card.tsx'

/** In place of login and of every screen, in the server's words. */
export function SuspendedPage() {
  const { suspended, logout } = useSession()
  return (
    <main className="flex min-h-dvh flex-col">
      <AccountCard title="Your account is suspended">
        <Banner kind="warning" announce>
          {suspended}
        </Banner>
        {/* A failure stays on this page, where it can be tried again. */}
        <Button className="mt-6" onClick={() => void logout().catch(() => undefined)}>
          Log out
        </Button>
      </AccountCard>
    </main>
  )
}
