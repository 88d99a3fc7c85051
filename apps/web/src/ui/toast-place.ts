import { useLayoutEffect, useState } from 'react'
import { useSonner } from 'sonner'
import { ROOM_FOR_SIDEBAR, useMedia } from './media.ts'

export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

const GAP_PX = 8
const EDGE_PX = 16

/** Over the page, not in it. */
const DIALOG = ':is([role="dialog"], [role="alertdialog"]):not(main *)'
const BARS = '[data-bar]'
const BUTTONS = `${BARS}, ${DIALOG} :is(a, button), main .bg-accent`
const FIELDS = `${BUTTONS}, ${DIALOG} :is(input, select, textarea)`
/** Obstacles to keep clear of, strictest set first; use the first set that leaves room for the toast. */
const OBSTACLES = [FIELDS, BUTTONS, BARS]

/** Px to move a box up or down until it meets none of the others; null where the window has no such place. */
export function shiftToClear(
  box: Box,
  others: readonly Box[],
  { up, height }: { up: boolean; height: number },
): number | null {
  let shift = 0
  for (;;) {
    const top = box.top + (up ? -shift : shift)
    const bottom = box.bottom + (up ? -shift : shift)
    if (top < 0 || bottom > height) return null
    const met = others.find(
      (other) =>
        other.left < box.right + GAP_PX &&
        other.right > box.left - GAP_PX &&
        other.top < bottom + GAP_PX &&
        other.bottom > top - GAP_PX,
    )
    if (!met) return shift
    shift = Math.ceil(up ? box.bottom - met.top + GAP_PX : met.bottom - box.top + GAP_PX)
  }
}

export interface ToastPlace {
  position: 'bottom-left' | 'top-center'
  /** Px from the edges of the window. */
  left: number
  shift: number
}

/** Bottom left of the content, or at the top of small screens; moved away from actions that are there. */
export function useToastPlace(): ToastPlace {
  const isWide = useMedia(ROOM_FOR_SIDEBAR)
  const { toasts } = useSonner()
  const hasToasts = toasts.length > 0
  const [place, setPlace] = useState({ left: EDGE_PX, shift: EDGE_PX })
  useLayoutEffect(() => {
    if (!hasToasts) return
    const move = () => {
      const next = { left: contentLeft() + EDGE_PX, shift: clearShift(isWide) }
      setPlace((was) => (was.left === next.left && was.shift === next.shift ? was : next))
    }
    move()
    const observer = new MutationObserver(move)
    observer.observe(document.body, { childList: true, subtree: true })
    window.addEventListener('scroll', move, { capture: true, passive: true })
    window.addEventListener('resize', move)
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', move, { capture: true })
      window.removeEventListener('resize', move)
    }
  }, [hasToasts, isWide])
  return { position: isWide ? 'bottom-left' : 'top-center', ...place }
}

const contentLeft = () => document.getElementById('main')?.getBoundingClientRect().left ?? 0

function clearShift(isWide: boolean): number {
  const toasts = [...document.querySelectorAll<HTMLElement>('[data-sonner-toast][data-removed="false"]')]
  const toaster = toasts[0]?.parentElement?.getBoundingClientRect()
  if (!toaster) return EDGE_PX
  const size = toasts.reduce((sum, toast) => sum + toast.offsetHeight + GAP_PX, -GAP_PX)
  const { innerHeight: height } = window
  const left = isWide ? contentLeft() + EDGE_PX : toaster.left
  const box = {
    left,
    right: left + toaster.width,
    top: isWide ? height - EDGE_PX - size : EDGE_PX,
    bottom: isWide ? height - EDGE_PX : EDGE_PX + size,
  }
  for (const selector of OBSTACLES) {
    const shift = shiftToClear(box, boxesOf(selector, height), { up: isWide, height })
    if (shift !== null) return shift + EDGE_PX
  }
  return EDGE_PX
}

const boxesOf = (selector: string, height: number): Box[] =>
  [...document.querySelectorAll(selector)]
    .map((element) => element.getBoundingClientRect())
    .filter((box) => box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < height)
