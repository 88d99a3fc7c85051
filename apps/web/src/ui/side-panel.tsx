import clsx from 'clsx'
import { X } from 'lucide-react'
import * as Radix from 'radix-ui/dialog'
import type { ReactNode } from 'react'
import { DialogFooter } from './dialog.tsx'
import { IconButton } from './icon-button.tsx'
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
  children: ReactNode
}

const widths = { sm: 'sm:w-80', md: 'sm:w-md', lg: 'sm:w-2xl' }

/** A panel at the edge, for details beside a list; full screen on phones. */
export function SidePanel(props: SidePanelProps) {
  const { open, onClose, title, description, side = 'end', size = 'md', flush, footer, children } = props
  const focus = useDialogFocus()
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Scrim className="z-40" />
        <Radix.Content
          {...focus}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={clsx(
            'fixed inset-y-0 z-40 flex flex-col bg-surface shadow-float outline-none',
            side === 'end'
              ? 'end-0 w-full animate-slide-end'
              : 'start-0 w-[min(20rem,85vw)] animate-slide-start',
            widths[size],
          )}
        >
          <div className="flex items-start gap-4 border-b border-line py-3 ps-5 pe-3">
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
          <div className={clsx('min-h-0 flex-1 overflow-y-auto', !flush && 'px-5 py-4')}>{children}</div>
          {footer && <DialogFooter>{footer}</DialogFooter>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
