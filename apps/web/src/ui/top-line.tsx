import { useEffect, useState } from 'react'

/** A thin progress line at the top, for waits over 100 ms. */
export function TopLine({ isWaiting, label = 'Loading…' }: { isWaiting: boolean; label?: string }) {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!isWaiting) return setShown(false)
    const timer = setTimeout(() => setShown(true), 100)
    return () => clearTimeout(timer)
  }, [isWaiting])
  if (!isShown) return null
  return (
    <div role="status" className="fixed inset-x-0 top-0 z-[80] h-0.5 overflow-hidden">
      <span className="sr-only">{label}</span>
      <div className="h-full w-2/5 animate-[crawl_1.1s_ease-in-out_infinite] bg-accent" />
    </div>
  )
}
