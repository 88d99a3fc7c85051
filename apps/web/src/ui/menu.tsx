import clsx from 'clsx'
import { EllipsisVertical } from 'lucide-react'
import * as Radix from 'radix-ui/dropdown-menu'
import { type ReactNode, useRef } from 'react'
import { IconButton } from './icon-button.tsx'

export interface MenuItem {
  id: string
  label: string
  icon?: ReactNode
  onSelect: () => void
  danger?: boolean
  disabled?: boolean
  /** The one that holds now, in a menu of choices. */
  isCurrent?: boolean
  /** A separator above it. */
  startsGroup?: boolean
}

export interface MenuProps {
  /** Names the button: 'Actions for Bergbahnen AG'. */
  label: string
  items: readonly MenuItem[]
  /** Replaces the three dots; must pass props and ref to a button. */
  trigger?: ReactNode
  align?: 'start' | 'end'
  /** For menus that a key opens too. */
  open?: boolean
  onOpenChange?: (isOpen: boolean) => void
}

export function Menu({ label, items, trigger, align = 'end', open, onOpenChange }: MenuProps) {
  const chosen = useRef<(() => void) | null>(null)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>
        {trigger ?? <IconButton label={label} icon={<EllipsisVertical aria-hidden="true" />} />}
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={() => {
            // After the focus has returned to the button, so that a dialog opened now returns it there.
            if (chosen.current) setTimeout(chosen.current, 0)
            chosen.current = null
          }}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 animate-rise rounded-lg border border-line bg-surface overflow-y-auto p-1 shadow-float"
        >
          {items.map((item) => (
            <div key={item.id} role="none">
              {item.startsGroup && <Radix.Separator className="my-1 h-px bg-line" />}
              <Radix.Item
                disabled={item.disabled}
                aria-current={item.isCurrent || undefined}
                onSelect={() => {
                  chosen.current = item.onSelect
                }}
                className={clsx(
                  'flex min-h-control-small cursor-pointer items-center gap-2 rounded-md px-2.5 text-sm outline-none [&_svg]:size-4',
                  'data-disabled:cursor-not-allowed data-disabled:opacity-50',
                  item.danger
                    ? 'text-danger-ink data-highlighted:bg-danger-tint'
                    : 'data-highlighted:bg-hover',
                )}
              >
                {item.icon}
                {item.label}
              </Radix.Item>
            </div>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
