import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../lib/paths.ts'
import { isBusyElsewhere, isSingleKey } from '../lib/single-keys.ts'
import { pressUndo } from '../ui/toast.ts'

/** How long 'g' waits for its second key. */
const CHORD_MS = 1500

/** The modifier key of shortcuts on this machine. */
export const MODIFIER = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

export const goTo = [
  { key: 's', label: 'Search', to: paths.search },
  { key: 't', label: 'Saved Tables', to: paths.tables },
  { key: 'p', label: 'Prospects', to: paths.prospects },
  { key: 'c', label: 'Email Campaigns', to: paths.campaigns },
  { key: 'i', label: 'Inbox', to: paths.replies },
  { key: 'o', label: 'Email Options', to: paths.emailOptions },
] as const

const isUndo = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'z'

/** '?' shows the shortcuts, 'g' and a letter opens a screen, Ctrl Z presses Undo. Ignored while typing or in a dialog. */
export function useShortcuts(onHelp: () => void): void {
  const navigate = useNavigate()
  const help = useRef(onHelp)
  help.current = onHelp
  useEffect(() => {
    let chordUntil = 0
    const onKey = (event: KeyboardEvent) => {
      if (isUndo(event) && !event.defaultPrevented && !isBusyElsewhere(event.target)) {
        if (pressUndo()) event.preventDefault()
        return
      }
      if (!isSingleKey(event)) return
      const target = performance.now() < chordUntil && goTo.find(({ key }) => key === event.key)
      chordUntil = event.key === 'g' ? performance.now() + CHORD_MS : 0
      if (target) void navigate(target.to)
      else if (event.key === '?') help.current()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [navigate])
}
