import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../lib/paths.ts'
import { isBusyElsewhere, useSingleKeys } from '../lib/single-keys.ts'
import { pressUndo } from '../ui/toast.ts'

/** The modifier key of shortcuts on this machine. */
export const MODIFIER = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

export const goTo = [
  { key: 's', label: 'Search', to: paths.search },
  { key: 't', label: 'Saved Tables', to: paths.tables },
  { key: 'p', label: 'Prospects', to: paths.prospects },
  { key: 'c', label: 'Email Campaigns', to: paths.campaigns },
  { key: 'i', label: 'Inbox', to: paths.inbox },
  { key: 'o', label: 'Email Options', to: paths.emailOptions },
] as const

const isUndo = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'z'

/** '?' shows the shortcuts, 'g' and a letter opens a screen, Ctrl Z presses Undo. Ignored while typing or in a dialog. */
export function useShortcuts(onHelp: () => void): void {
  const navigate = useNavigate()
  useSingleKeys({
    '?': onHelp,
    ...Object.fromEntries(goTo.map(({ key, to }) => [`g ${key}`, () => void navigate(to)])),
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isUndo(event) || event.defaultPrevented || isBusyElsewhere(event.target)) return
      if (pressUndo()) event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
