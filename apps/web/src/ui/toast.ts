export type ToastKind = 'success' | 'error' | 'warning' | 'info'

export interface ToastAction {
  label: string
  onClick: () => void
}

export interface ToastOptions {
  /** A second, quieter line. */
  detail?: string
  /** Such as Undo; pressing it closes the toast. */
  action?: ToastAction
  durationMs?: number
}

export interface ToastMessage extends ToastOptions {
  id: number
  kind: ToastKind
  text: string
}

export const TOAST_LIFETIME_MS = 5000
const MOST_AT_ONCE = 4

let messages: readonly ToastMessage[] = []
let lastId = 0
const listeners = new Set<() => void>()

function publish(next: readonly ToastMessage[]) {
  messages = next
  for (const listener of listeners) listener()
}

function show(kind: ToastKind, text: string, options: ToastOptions = {}): number {
  // The same words again restart the one that stands, so that a burst of failures stays one line.
  const others = messages.filter((message) => message.kind !== kind || message.text !== text)
  lastId += 1
  publish([...others, { ...options, id: lastId, kind, text }].slice(-MOST_AT_ONCE))
  return lastId
}

/** Short notices at the edge of the screen. They close by themselves after 5 s unless hovered or focused. */
export const toast = {
  success: (text: string, options?: ToastOptions) => show('success', text, options),
  error: (text: string, options?: ToastOptions) => show('error', text, options),
  warning: (text: string, options?: ToastOptions) => show('warning', text, options),
  info: (text: string, options?: ToastOptions) => show('info', text, options),
  dismiss: (id: number) => publish(messages.filter((message) => message.id !== id)),
}

export const UNDO = 'Undo'

let standing: (() => void) | null = null

/** An Undo that stands in the screen itself rather than in a toast. Answers how it is taken away. */
export function standUndo(undo: () => void): () => void {
  standing = undo
  return () => {
    if (standing === undo) standing = null
  }
}

/** Presses the Undo of the screen, else that of the newest toast that offers one. False when there is none. */
export function pressUndo(): boolean {
  if (standing) {
    standing()
    return true
  }
  const message = messages.findLast(({ action }) => action?.label === UNDO)
  if (!message) return false
  toast.dismiss(message.id)
  message.action?.onClick()
  return true
}

/** What the toaster shows: a store for useSyncExternalStore. */
export const toastStore = {
  get: () => messages,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}
