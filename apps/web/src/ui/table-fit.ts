import { type RefCallback, useCallback } from 'react'
import type { Column } from './table-columns.ts'

/** Minimum width of a column without a width. */
const LEAST_REM = 7.5
const TICK_REM = 2.75
/** Below this width cards are easier to read, even for few columns. */
const SMALLEST_REM = 40

/** Also of widths such as `max(14rem, 22cqi)`. */
const remOf = (width: string | undefined): number => Number(width?.match(/[\d.]+(?=rem)/)?.[0] ?? LEAST_REM)

export function remNeeded(
  columns: readonly Pick<Column<never>, 'width'>[],
  beside: { hasTicks: boolean; actionsWidth: string | undefined },
): number {
  const cells = columns.reduce((sum, { width }) => sum + remOf(width), 0)
  const around = (beside.hasTicks ? TICK_REM : 0) + (beside.actionsWidth ? remOf(beside.actionsWidth) : 0)
  return Math.max(SMALLEST_REM, cells + around)
}

/** A ref that marks the frame while its columns don't fit, which shows rows as cards without re-rendering. */
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
