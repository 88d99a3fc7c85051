import { useSyncExternalStore } from 'react'
import { Banner } from '../ui/banner.tsx'

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

/** While the browser has no connection: what that means for what is on the screen. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(subscribe, () => window.navigator.onLine)
  if (isOnline) return null
  return (
    <Banner kind="warning" title="You are offline" announce>
      What you see may be out of date. What you type stays here; save it once the connection is back.
    </Banner>
  )
}
