import clsx from 'clsx'
import { X } from 'lucide-react'
import * as Radix from 'radix-ui/dialog'
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { IconButton } from './icon-button.tsx'
import { useDialogFocus } from './return-focus.ts'
import { Scrim } from './scrim.tsx'

export interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** Under the title; read out when the dialog opens. */
  description?: ReactNode
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** Unsaved input: Escape, the cross and a press outside ask first. */
  dirty?: boolean
  /** Can't be closed, such as while saving. */
  locked?: boolean
  /** Makes content and footer one form. */
  onSubmit?: (event: SubmitEvent<HTMLFormElement>) => void
  footer?: ReactNode
  children: ReactNode
}

const widths = { sm: 'sm:max-w-md', md: 'sm:max-w-lg', lg: 'sm:max-w-2xl', xl: 'sm:max-w-4xl' }

export function Dialog(props: DialogProps) {
  const { open, onClose, dirty, locked, size = 'md' } = props
  const [asking, setAsking] = useState(false)
  const isDiscarding = useRef(false)
  const focus = useDialogFocus()
  const requestClose = () => {
    if (locked) return
    if (dirty) setAsking(true)
    else onClose()
  }
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && requestClose()}>
      <Radix.Portal>
        <Scrim className="z-40 grid items-end overflow-y-auto sm:place-items-center sm:p-6">
          <Radix.Content
            {...focus}
            {...(props.description ? {} : { 'aria-describedby': undefined })}
            className={clsx(
              'flex max-h-[calc(100dvh-2rem)] w-full animate-rise flex-col overflow-hidden rounded-t-lg bg-surface shadow-float outline-none sm:rounded-b-lg',
              widths[size],
            )}
          >
            <DialogFrame {...props} />
          </Radix.Content>
        </Scrim>
      </Radix.Portal>
      <ConfirmDialog
        open={asking}
        kind="warning"
        title="Discard what you typed?"
        message="It has not been saved yet."
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          isDiscarding.current = true
          setAsking(false)
        }}
        onClosed={(event) => {
          // Close one after the other, or the focus isn't returned to the opener.
          if (!isDiscarding.current) return
          isDiscarding.current = false
          event.preventDefault()
          onClose()
        }}
      />
    </Radix.Root>
  )
}

function DialogFrame({ title, description, onSubmit, footer, children }: DialogProps) {
  const body = (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 py-4 [--scroll-air:1rem]">{children}</div>
      {footer && <DialogFooter>{footer}</DialogFooter>}
    </>
  )
  return (
    <>
      <div className="flex items-start gap-4 border-b border-line py-2 ps-4 pe-2">
        <div className="min-w-0 flex-1 self-center py-1">
          <Radix.Title className="text-base font-semibold text-ink">{title}</Radix.Title>
          {description && (
            <Radix.Description className="mt-0.5 text-sm text-ink-muted">{description}</Radix.Description>
          )}
        </div>
        <Radix.Close asChild>
          <IconButton label="Close" icon={<X aria-hidden="true" />} />
        </Radix.Close>
      </div>
      {onSubmit ? (
        <form noValidate onSubmit={onSubmit} className="flex min-h-0 flex-1 flex-col">
          {body}
        </form>
      ) : (
        body
      )}
    </>
  )
}

interface DialogFooterProps {
  /** Sticky at the end of the scrolling content, for dialogs with steps. */
  inContent?: boolean
  children: ReactNode
}

/** Buttons of a dialog; stacked on phones, the main one on top. */
export function DialogFooter({ inContent, children }: DialogFooterProps) {
  return (
    <div
      data-bar
      className={clsx(
        'flex flex-col-reverse gap-2 border-t border-line bg-surface px-4 py-2.5 sm:flex-row sm:items-center sm:justify-end',
        // Covers the padding at the end, in which content would show.
        inContent && 'sticky bottom-[calc(-1*var(--scroll-air,0px))] z-10 -mx-4 -mb-4',
      )}
    >
      {children}
    </div>
  )
}

/** Closes the surrounding dialog or side panel like Escape, asking about unsaved input. */
export function DialogCancel({ children = 'Cancel' }: { children?: ReactNode }) {
  return (
    <Radix.Close asChild>
      <Button>{children}</Button>
    </Radix.Close>
  )
}
