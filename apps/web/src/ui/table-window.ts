import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

const DRAW_ALL_UP_TO = 100
const USUAL_ROW_PX = 37

export interface RowWindow {
  from: number
  to: number
  /** Heights in px of the rows that aren't rendered. */
  above: number
  below: number
  isWindowed: boolean
  /** Scrolls to a row that isn't rendered. */
  show: (index: number) => void
}

/** Virtualises long tables; short ones are rendered whole. */
export function useRowWindow(body: RefObject<HTMLElement | null>, count: number): RowWindow {
  const isWindowed = count > DRAW_ALL_UP_TO
  const { scroller, scrollMargin, rowPx } = usePlace(body, isWindowed)
  const shared = { count, estimateSize: () => rowPx, overscan: 12, scrollMargin }
  const inPage = useWindowVirtualizer({ ...shared, enabled: isWindowed && scroller === null })
  const inBox = useVirtualizer({
    ...shared,
    enabled: isWindowed && scroller !== null,
    getScrollElement: () => scroller,
    // It scrolls the box to this when it begins, which may be after the list has grown.
    initialOffset: () => scroller?.scrollTop ?? 0,
  })
  const virtualizer = scroller === null ? inPage : inBox
  useLayoutEffect(() => {
    if (rowPx > 0) virtualizer.measure()
  }, [rowPx, virtualizer])

  const show = (index: number) => virtualizer.scrollToIndex(index, { align: 'center' })
  if (!isWindowed) return { from: 0, to: count, above: 0, below: 0, isWindowed, show }
  const items = virtualizer.getVirtualItems()
  const from = items[0]?.index ?? 0
  const to = (items.at(-1)?.index ?? Math.min(count, 30) - 1) + 1
  return { from, to, above: from * rowPx, below: (count - to) * rowPx, isWindowed, show }
}

/** The scroll container (null is the page), the rows' offset in it, and a row's height. */
function usePlace(body: RefObject<HTMLElement | null>, isWindowed: boolean) {
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  const [rowPx, setRowPx] = useState(USUAL_ROW_PX)
  useLayoutEffect(() => {
    const rows = body.current
    if (!isWindowed || !rows) return
    const measure = () => {
      const row = rows.querySelector('[data-row]')
      if (row) setRowPx(Math.round(row.getBoundingClientRect().height) || USUAL_ROW_PX)
      const box = scrollingBox(rows)
      const top = box ? box.scrollTop - box.getBoundingClientRect().top : window.scrollY
      setScroller(box)
      setScrollMargin(Math.round(rows.getBoundingClientRect().top + top))
    }
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [body, isWindowed])
  return { scroller, scrollMargin, rowPx }
}

/**
 * Keeps the rows on the screen in place when others come or go above them. Rows are of one height; at the top of the list
 * new ones are shown. The browser's own way fails for rows that aren't rendered; turn it off by `overflow-anchor: none`.
 */
export function useScrollAnchor(body: RefObject<HTMLElement | null>, keys: readonly string[]): void {
  const last = useRef(keys)
  useLayoutEffect(() => {
    const before = last.current
    last.current = keys
    const rows = body.current
    const rowPx = rows?.querySelector<HTMLElement>('[data-row]')?.offsetHeight
    if (!rows || !rowPx || before === keys) return
    const box = scrollingBox(rows) ?? document.documentElement
    const edge = box === document.documentElement ? 0 : box.getBoundingClientRect().top
    const passed = Math.floor((edge - rows.getBoundingClientRect().top) / rowPx)
    if (passed < 0 || box.scrollTop === 0) return
    const places = new Map(keys.map((key, index) => [key, index]))
    const anchor = before.findIndex((key, index) => index >= passed && places.has(key))
    if (anchor >= 0) box.scrollTop += (places.get(before[anchor]!)! - anchor) * rowPx
  }, [body, keys])
}

/** Such as a dialog's body. */
function scrollingBox(element: HTMLElement): HTMLElement | null {
  for (let box = element.parentElement; box && box !== document.body; box = box.parentElement)
    if (box.scrollHeight > box.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(box).overflowY))
      return box
  return null
}
