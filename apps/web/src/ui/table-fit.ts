import { type RefCallback, useCallback } from 'react'
import type { Column } from './table-columns.ts'

/** What a column without a width of its own needs to be read. */
const LEAST_REM = 7.5
const TICK_REM = 2.75
/** Even few columns are easier to read as a card below this. */
const SMALLEST_REM = 40

/** Also of a width that grows with the table, as in `max(14rem, 22cqi)`. */
const remOf = (width: string | undefined): number => Number(width?.match(/[\d.]+(?=rem)/)?.[0] ?? LEAST_REM)

export function remNeeded(
  columns: readonly Pick<Column<never>, 'width'>[],
  beside: { hasTicks: boolean; actionsWidth: string | undefined },
): number {
  const cells = columns.reduce((sum, { width }) => sum + remOf(width), 0)
  const around = (beside.hasTicks ? TICK_REM : 0) + (beside.actionsWidth ? remOf(beside.actionsWidth) : 0)
  return Math.max(SMALLEST_REM, cells + around)
}

/** A ref that marks the frame while its columns don't fit into it, so that rows are shown as cards; nothing is drawn anew. */
export const useCards = (neededRem: number): RefCallback<HTMLElement> =>
  useCallback(
    (frame) => {
      if (!frame) return
      const fit = () => {
        const remPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
        frame.dataset.cards = String(frame.clientWidth < neededRem * remPx)
      }
      fit()
      const observer = new ResizeObserver(fit)
      observer.observe(frame)
      return () => observer.disconnect()
    },
    [neededRem],
  )
