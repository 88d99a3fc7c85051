import { createElement, isValidElement } from 'react'
import { toast as sonner } from 'sonner'
import { Notice, type NoticeKind, type NoticeOptions, UNDO } from './toaster.tsx'

interface ToastOptions extends NoticeOptions {
  /** In milliseconds; 5 s unless told. */
  duration?: number
}

function show(kind: NoticeKind, text: string, options: ToastOptions = {}): void {
  // The same words again restart the toast that is open, so a burst of failures stays one line. Each Undo stays, because
  // it takes back its own action.
  const id = options.action?.label === UNDO ? crypto.randomUUID() : `${kind}: ${text}`
  const open = (duration = options.duration) => {
    const { description, action } = options
    const onHold = (isHeld: boolean) => {
      // Closing takes the focus away, which must not open it again.
      const isOpen = sonner.getToasts().some((shown) => shown.id === id)
      if (isOpen) open(isHeld ? Number.POSITIVE_INFINITY : undefined)
    }
    const onClose = () => sonner.dismiss(id)
    const notice = createElement(Notice, { kind, text, description, action, onHold, onClose })
    sonner.custom(() => notice, { id, duration })
  }
  open()
}

/** Short notices at the edge of the screen, for 5 s or as long as they are hovered or focused. */
export const toast = {
  success: (text: string, options?: ToastOptions) => show('success', text, options),
  error: (text: string, options?: ToastOptions) => show('error', text, options),
  warning: (text: string, options?: ToastOptions) => show('warning', text, options),
  info: (text: string, options?: ToastOptions) => show('info', text, options),
}

let screenUndo: (() => void) | null = null

/** Lets Ctrl Z press an Undo button of the screen itself. Returns a function that takes it away. */
export function offerUndo(undo: () => void): () => void {
  screenUndo = undo
  return () => {
    if (screenUndo === undo) screenUndo = null
  }
}

/** Presses the Undo of the screen, else that of the newest toast with one. False when there is none. */
export function pressUndo(): boolean {
  if (screenUndo) {
    screenUndo()
    return true
  }
  for (const shown of sonner.getToasts().toReversed()) {
    const notice = 'jsx' in shown ? shown.jsx : null
    if (!isValidElement<NoticeOptions>(notice) || notice.props.action?.label !== UNDO) continue
    sonner.dismiss(shown.id)
    notice.props.action.onClick()
    return true
  }
  return false
}
