import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { IconButton } from './icon-button.tsx'
import { TOAST_LIFETIME_MS, type ToastMessage, toast, toastStore, UNDO } from './toast.ts'

const signs = {
  success: <CircleCheck className="text-success-ink" aria-hidden="true" />,
  error: <CircleAlert className="text-danger-ink" aria-hidden="true" />,
  warning: <TriangleAlert className="text-warning-ink" aria-hidden="true" />,
  info: <Info className="text-info-ink" aria-hidden="true" />,
}

const kindNames = { success: 'Success', error: 'Error', warning: 'Warning', info: 'Note' }

/** Where toasts appear; stands once in the application. Both live regions stand from the start, or they would not be read out. */
export function Toaster() {
  const messages = useSyncExternalStore(toastStore.subscribe, toastStore.get)
  const isError = (message: ToastMessage) => message.kind === 'error'
  return (
    <section
      aria-label="Notifications"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-[60] flex flex-col items-end gap-2 max-sm:bottom-20"
    >
      <div role="status" aria-atomic="false" className="contents">
        {messages
          .filter((message) => !isError(message))
          .map((message) => (
            <Toast key={message.id} message={message} />
          ))}
      </div>
      <div role="alert" aria-atomic="false" className="contents">
        {messages.filter(isError).map((message) => (
          <Toast key={message.id} message={message} />
        ))}
      </div>
    </section>
  )
}

function Toast({ message }: { message: ToastMessage }) {
  const [paused, setPaused] = useState({ hover: false, focus: false })
  useLifetime(message, paused.hover || paused.focus)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that someone is reading; its buttons act
    <div
      data-kind={message.kind}
      onPointerMove={(event) => {
        // One that appears under a resting pointer is not being read, and would never go.
        if (event.movementX !== 0 || event.movementY !== 0)
          setPaused((was) => (was.hover ? was : { ...was, hover: true }))
      }}
      onPointerLeave={() => setPaused((was) => ({ ...was, hover: false }))}
      onFocus={() => setPaused((was) => ({ ...was, focus: true }))}
      onBlur={(event) =>
        !event.currentTarget.contains(event.relatedTarget) && setPaused((was) => ({ ...was, focus: false }))
      }
      onKeyDown={(event) => event.key === 'Escape' && toast.dismiss(message.id)}
      className="pointer-events-auto flex w-full animate-rise items-start gap-3 rounded-lg border border-line bg-surface py-2 ps-4 pe-2 shadow-float sm:w-96"
    >
      <span className="py-1.5 [&_svg]:size-5">{signs[message.kind]}</span>
      <div className="min-w-0 flex-1 py-1.5">
        <p className="break-words text-ink">
          <span className="sr-only">{kindNames[message.kind]}: </span>
          <span>{message.text}</span>
        </p>
        {message.detail && <p className="text-sm break-words text-ink-muted">{message.detail}</p>}
      </div>
      {message.action && <ToastActionButton id={message.id} action={message.action} />}
      <IconButton
        label="Close notification"
        icon={<X aria-hidden="true" />}
        onClick={() => toast.dismiss(message.id)}
      />
    </div>
  )
}

function ToastActionButton({ id, action }: { id: number; action: NonNullable<ToastMessage['action']> }) {
  return (
    <button
      type="button"
      aria-keyshortcuts={action.label === UNDO ? 'Control+Z Meta+Z' : undefined}
      className="min-h-control-small rounded-md px-3 text-sm font-medium text-accent-ink hover:bg-hover"
      onClick={() => {
        action.onClick()
        toast.dismiss(id)
      }}
    >
      {action.label}
    </button>
  )
}

/** Counts down only while not paused; what was left goes on afterwards. */
function useLifetime(message: ToastMessage, paused: boolean) {
  const left = useRef(message.durationMs ?? TOAST_LIFETIME_MS)
  useEffect(() => {
    if (paused) return
    const startedAt = performance.now()
    const timer = setTimeout(() => toast.dismiss(message.id), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= performance.now() - startedAt
    }
  }, [message.id, paused])
}
