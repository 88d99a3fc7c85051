import clsx from 'clsx'
import { X } from 'lucide-react'
import * as Radix from 'radix-ui/dialog'
import type { ReactNode } from 'react'
import { DialogFooter } from './dialog.tsx'
import { IconButton } from './icon-button.tsx'
import { ROOM_FOR_PANEL, useMedia } from './media.ts'
import { useDialogFocus } from './return-focus.ts'
import { Scrim } from './scrim.tsx'

export interface SidePanelProps {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  side?: 'start' | 'end'
  size?: 'sm' | 'md' | 'lg'
  footer?: ReactNode
  /** Without padding. */
  flush?: boolean
  /** On wide screens beside the screen, which stays usable and gives it room; the focus stays where it is. */
  beside?: boolean
  children: ReactNode
}

const widths = { sm: 'sm:w-80', md: 'sm:w-md', lg: 'sm:w-2xl' }

/** Doesn't move focus on open or close, and stays open when something else is pressed. */
const besideEvents = {
  onOpenAutoFocus: (event: Event) => event.preventDefault(),
  onCloseAutoFocus: (event: Event) => event.preventDefault(),
  onInteractOutside: (event: Event) => event.preventDefault(),
}

/** A panel at the edge, for details beside a list; full screen on phones. */
export function SidePanel(props: SidePanelProps) {
  const { open, onClose, title, description, side = 'end', size = 'md', flush, footer, children } = props
  const focus = useDialogFocus()
  const isBeside = useMedia(ROOM_FOR_PANEL) && props.beside === true
  return (
    <Radix.Root modal={!isBeside} open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        {!isBeside && <Scrim className="z-40" />}
        <Radix.Content
          {...(isBeside ? besideEvents : focus)}
          data-beside={isBeside || undefined}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={clsx(
            'fixed inset-y-0 flex flex-col bg-surface outline-none',
            isBeside ? 'z-20 border-s border-line' : 'z-40 shadow-float',
            side === 'end'
              ? clsx('end-0 w-full', !isBeside && 'animate-slide-end')
              : 'start-0 w-[min(20rem,85vw)] animate-slide-start',
            isBeside ? 'sm:w-88' : widths[size],
          )}
        >
          <div className="flex min-h-13 items-start gap-4 border-b border-line py-1.5 ps-4 pe-2">
            <div className="min-w-0 flex-1 self-center py-1">
              <Radix.Title className="text-base font-semibold break-words text-ink">{title}</Radix.Title>
              {description && (
                <Radix.Description className="mt-0.5 text-sm text-ink-muted">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton label="Close" icon={<X aria-hidden="true" />} />
            </Radix.Close>
          </div>
          <div className={clsx('min-h-0 flex-1 overflow-y-auto', !flush && 'px-4 py-3')}>{children}</div>
          {footer && <DialogFooter>{footer}</DialogFooter>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
