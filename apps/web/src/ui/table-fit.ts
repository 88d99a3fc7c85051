import { type RefObject, useLayoutEffect } from 'react'
import type { Column } from './table-columns.ts'

/** What a column without a width of its own needs to be read. */
const LEAST_REM = 7.5
const TICK_REM = 2.75
/** Even few columns are easier to read as a card below this. */
const SMALLEST_REM = 40

const remOf = (width: string | undefined): number =>
  width?.endsWith('rem') ? Number.parseFloat(width) : LEAST_REM

export function remNeeded(
  columns: readonly Pick<Column<never>, 'width'>[],
  beside: { hasTicks: boolean; actionsWidth: string | undefined },
): number {
  const cells = columns.reduce((sum, { width }) => sum + remOf(width), 0)
  const around = (beside.hasTicks ? TICK_REM : 0) + (beside.actionsWidth ? remOf(beside.actionsWidth) : 0)
  return Math.max(SMALLEST_REM, cells + around)
}

/** Marks the frame while its columns don't fit into it, so that rows are shown as cards; without drawing anything anew. */
export function useCards(frame: RefObject<HTMLElement | null>, neededRem: number): void {
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const fit = () => {
      const remPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      element.dataset.cards = String(element.clientWidth < neededRem * remPx)
    }
    fit()
    const observer = new ResizeObserver(fit)
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame, neededRem])
}
