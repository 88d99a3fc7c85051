import { Banner } from '../ui/banner.tsx'
import { useIsOnline } from '../ui/online.ts'

/** While the browser has no connection: what that means for what is on the screen. */
export function OfflineBanner() {
  if (useIsOnline()) return null
  return (
    <Banner kind="warning" title="You are offline" announce>
      What you see may be out of date. What you type stays here; save it once the connection is back.
    </Banner>
  )
}
