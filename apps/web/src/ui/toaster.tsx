import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import type { CSSProperties } from 'react'
import { Toaster as Sonner } from 'sonner'
import { IconButton } from './icon-button.tsx'
import { useToastPlace } from './toast-place.ts'

export type NoticeKind = 'success' | 'error' | 'warning' | 'info'

export interface NoticeOptions {
  /** A second, quieter line. */
  description?: string
  /** Such as Undo; pressing it closes the toast. */
  action?: { label: string; onClick: () => void }
}

/** The label of the action that Ctrl Z presses. */
export const UNDO = 'Undo'

const TOAST_LIFETIME_MS = 5000
const MAX_VISIBLE = 4

const icons = {
  success: <CircleCheck className="text-success-ink" aria-hidden="true" />,
  error: <CircleAlert className="text-danger-ink" aria-hidden="true" />,
  warning: <TriangleAlert className="text-warning-ink" aria-hidden="true" />,
  info: <Info className="text-info-ink" aria-hidden="true" />,
}

const kindNames = { success: 'Success', error: 'Error', warning: 'Warning', info: 'Note' }

const style = { '--width': '24rem', zIndex: 60, fontFamily: 'inherit' } as CSSProperties

/** Where toasts appear; once in the application. */
export function Toaster() {
  const { position, left, shift } = useToastPlace()
  const offset = { top: shift, bottom: shift }
  return (
    <Sonner
      expand
      gap={8}
      position={position}
      offset={{ ...offset, left }}
      mobileOffset={{ ...offset, left: '1rem', right: '1rem' }}
      visibleToasts={MAX_VISIBLE}
      duration={TOAST_LIFETIME_MS}
      customAriaLabel="Notifications"
      toastOptions={{ style: { width: 'min(100%, calc(100vw - 2rem))', transitionDuration: '220ms' } }}
      style={style}
    />
  )
}

interface NoticeProps extends NoticeOptions {
  kind: NoticeKind
  text: string
  /** Keeps the notice open while the keyboard is in it. */
  onHold: (isHeld: boolean) => void
  onClose: () => void
}

/** The content of one toast: announced at once when it is an error, else politely. */
export function Notice({ kind, text, description, action, onHold, onClose }: NoticeProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices the keyboard; its buttons act
    <div
      role={kind === 'error' ? 'alert' : 'status'}
      onFocus={() => onHold(true)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onHold(false)}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      className="pointer-events-auto flex w-full items-start gap-3 rounded-lg border border-line bg-surface py-2 ps-4 pe-2 shadow-float"
    >
      <span className="py-1.5 [&_svg]:size-5">{icons[kind]}</span>
      <div className="min-w-0 flex-1 py-1.5">
        <p className="break-words text-ink">
          <span className="sr-only">{kindNames[kind]}: </span>
          <span>{text}</span>
        </p>
        {description && <p className="text-sm break-words text-ink-muted">{description}</p>}
      </div>
      {action && (
        <button
          type="button"
          aria-keyshortcuts={action.label === UNDO ? 'Control+Z Meta+Z' : undefined}
          className="min-h-control-small rounded-md px-3 text-sm font-medium text-accent-ink hover:bg-hover"
          onClick={() => {
            action.onClick()
            onClose()
          }}
        >
          {action.label}
        </button>
      )}
      <IconButton label="Close notification" icon={<X aria-hidden="true" />} onClick={onClose} />
    </div>
  )
}
