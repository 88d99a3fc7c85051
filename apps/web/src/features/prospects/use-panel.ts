import type { Prospect } from '@goldpan/contract/prospects'
import { type RefCallback, useCallback, useState } from 'react'

/** Rows before the end at which walking fetches more. */
const NEAR_ROWS = 10

interface PanelList {
  prospects: Prospect[] | undefined
  matching: number
  onNearEnd: () => void
}

/** The prospect that is open beside the list, and the way to its neighbours. */
export function usePanel({ prospects, matching, onNearEnd }: PanelList) {
  const [opened, setOpened] = useState<Prospect | null>(null)
  const { frame, widthRem } = useWidthRem()
  const index = prospects?.findIndex(({ id }) => id === opened?.id) ?? -1
  const shown = prospects?.[index]
  // Kept as the list had it last, for when a filter hides it.
  if (shown && shown !== opened) setOpened(shown)
  const open = useCallback((prospect: Prospect) => setOpened(prospect), [])
  const stepTo = (to: number) => {
    const next = prospects?.[to]
    if (index < 0 || !next) return null
    return () => {
      setOpened(next)
      if (to > prospects.length - NEAR_ROWS) onNearEnd()
    }
  }
  return {
    prospect: shown ?? opened,
    place: index < 0 ? '' : `${(index + 1).toLocaleString()} of ${matching.toLocaleString()}`,
    walk: { up: stepTo(index - 1), down: stepTo(index + 1) },
    open,
    close: () => setOpened(null),
    frame,
    widthRem,
  }
}

/** The width of an element; null until it is measured. */
function useWidthRem() {
  const [widthRem, setWidthRem] = useState<number | null>(null)
  const frame: RefCallback<HTMLElement> = useCallback((element) => {
    if (!element) return
    const observer = new ResizeObserver(() => {
      const remPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      setWidthRem(Math.floor(element.clientWidth / remPx))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { frame, widthRem }
}
