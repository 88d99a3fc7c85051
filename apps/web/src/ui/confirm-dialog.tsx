import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import * as Radix from 'radix-ui/alert-dialog'
import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { useReturnFocus } from './return-focus.ts'
import { Scrim } from './scrim.tsx'

export type ConfirmKind = 'info' | 'warning' | 'error' | 'success'

export interface ConfirmDialogProps {
  open: boolean
  kind?: ConfirmKind
  title: string
  message: ReactNode
  confirmLabel?: string
  cancelLabel?: string
  /** The button's label while onConfirm's promise is pending. */
  busyLabel?: string
  /** Makes the confirm button red, for actions that can't be undone. */
  danger?: boolean
  /** Something has to be decided first. */
  disabled?: boolean
  onConfirm: () => unknown
  onCancel: () => void
  /** After closing and before the focus returns; prevent the event to move it elsewhere. */
  onClosed?: (event: Event) => void
  /** Below the message, such as a checkbox. */
  children?: ReactNode
}

const signs = {
  info: <Info className="text-info-ink" aria-hidden="true" />,
  warning: <TriangleAlert className="text-warning-ink" aria-hidden="true" />,
  error: <CircleAlert className="text-danger-ink" aria-hidden="true" />,
  success: <CircleCheck className="text-success-ink" aria-hidden="true" />,
}

/** The caller closes it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, kind = 'info', title, message, danger, disabled, onConfirm, onCancel, children } = props
  const { confirmLabel = 'Confirm', cancelLabel = 'Cancel', busyLabel } = props
  const [busy, setBusy] = useState(false)
  const focus = useReturnFocus()

  async function confirm() {
    setBusy(true)
    try {
      await onConfirm()
    } finally {
      setBusy(false)
    }
  }

  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && !busy && onCancel()}>
      <Radix.Portal>
        <Scrim className="z-50 grid items-end overflow-y-auto sm:place-items-center sm:p-6">
          <Radix.Content
            data-kind={kind}
            onOpenAutoFocus={focus.onOpenAutoFocus}
            onCloseAutoFocus={(event) => {
              props.onClosed?.(event)
              if (!event.defaultPrevented) focus.onCloseAutoFocus(event)
            }}
            className="w-full animate-rise rounded-t-lg bg-surface p-5 shadow-float outline-none sm:max-w-md sm:rounded-b-lg"
          >
            <div className="flex gap-3">
              <span className="pt-0.5 [&_svg]:size-5">{signs[kind]}</span>
              <div className="min-w-0 flex-1">
                <Radix.Title className="text-base font-semibold text-ink">{title}</Radix.Title>
                <Radix.Description className="mt-1 text-sm break-words text-ink-muted">
                  {message}
                </Radix.Description>
                {children && <div className="mt-3">{children}</div>}
              </div>
            </div>
            <div className="mt-5 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
              <Radix.Cancel asChild>
                <Button disabled={busy}>{cancelLabel}</Button>
              </Radix.Cancel>
              <Button
                variant={danger ? 'danger' : 'primary'}
                busy={busy && (busyLabel ?? true)}
                disabled={disabled}
                onClick={confirm}
              >
                {confirmLabel}
              </Button>
            </div>
          </Radix.Content>
        </Scrim>
      </Radix.Portal>
    </Radix.Root>
  )
}
