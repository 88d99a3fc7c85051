import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useState } from 'react'

const DRAW_ALL_UP_TO = 200
const USUAL_ROW_PX = 45

export interface RowWindow {
  from: number
  to: number
  /** Heights in px of the rows that are not drawn. */
  above: number
  below: number
  isWindowed: boolean
}

/** Which rows of a long table are drawn: those on screen and some around them. Short tables are drawn whole. */
export function useRowWindow(body: RefObject<HTMLElement | null>, count: number): RowWindow {
  const [offsetTop, setOffsetTop] = useState(0)
  const [rowPx, setRowPx] = useState(USUAL_ROW_PX)
  const isWindowed = count > DRAW_ALL_UP_TO
  useLayoutEffect(() => {
    if (!isWindowed || !body.current) return
    const measure = () => {
      const row = body.current?.querySelector('tr[data-row]')
      if (row) setRowPx(Math.round(row.getBoundingClientRect().height) || USUAL_ROW_PX)
      setOffsetTop(Math.round((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY))
    }
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [body, isWindowed])
  const virtualizer = useWindowVirtualizer({
    count,
    enabled: isWindowed,
    estimateSize: () => rowPx,
    overscan: 12,
    scrollMargin: offsetTop,
  })
  useLayoutEffect(() => {
    if (rowPx > 0) virtualizer.measure()
  }, [rowPx, virtualizer])

  if (!isWindowed) return { from: 0, to: count, above: 0, below: 0, isWindowed }
  const items = virtualizer.getVirtualItems()
  const from = items[0]?.index ?? 0
  const to = (items.at(-1)?.index ?? Math.min(count, 30) - 1) + 1
  return { from, to, above: from * rowPx, below: (count - to) * rowPx, isWindowed }
}
