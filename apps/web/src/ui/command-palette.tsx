import { Command } from 'cmdk'
import { Search } from 'lucide-react'
import * as Radix from 'radix-ui/dialog'
import type { ReactNode } from 'react'
import { useDialogFocus } from './return-focus.ts'
import { Scrim } from './scrim.tsx'
import { Spinner } from './spinner.tsx'

export interface PaletteItem {
  id: string
  label: string
  icon?: ReactNode
  /** A hint at the end, such as a shortcut. */
  hint?: string
  /** More words to match. */
  keywords?: string[]
  onSelect: () => void
}

export interface PaletteGroup {
  label: string
  items: readonly PaletteItem[]
}

export interface CommandPaletteProps {
  open: boolean
  onClose: () => void
  groups: readonly PaletteGroup[]
  query: string
  onQueryChange: (query: string) => void
  busy?: boolean
  placeholder?: string
}

/** Closes before running the chosen action. */
export function CommandPalette(props: CommandPaletteProps) {
  const { open, onClose, groups, query, onQueryChange, busy, placeholder = 'Find anything…' } = props
  const focus = useDialogFocus()
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Scrim className="z-50" />
        <Radix.Content
          {...focus}
          aria-describedby={undefined}
          className="fixed inset-x-3 top-3 z-50 mx-auto max-w-xl animate-rise overflow-hidden rounded-lg bg-surface shadow-float outline-none sm:top-[12vh]"
        >
          <Radix.Title className="sr-only">Command palette</Radix.Title>
          <Command label="Command palette" loop>
            <div className="flex items-center gap-3 border-b border-line px-4">
              <span className="text-ink-muted [&_svg]:size-4">
                {busy ? <Spinner label="Searching…" /> : <Search aria-hidden="true" />}
              </span>
              <Command.Input
                value={query}
                onValueChange={onQueryChange}
                placeholder={placeholder}
                className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none"
              />
            </div>
            <Command.List className="max-h-[min(24rem,60dvh)] overflow-y-auto p-1.5">
              <Command.Empty className="px-3 py-8 text-center text-ink-muted">Nothing found.</Command.Empty>
              {groups.map((group) => (
                <PaletteSection key={group.label} group={group} onClose={onClose} />
              ))}
            </Command.List>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function PaletteSection({ group, onClose }: { group: PaletteGroup; onClose: () => void }) {
  if (group.items.length === 0) return null
  return (
    <Command.Group
      heading={group.label}
      className="**:[[cmdk-group-heading]]:px-2.5 **:[[cmdk-group-heading]]:pt-2 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:text-xs **:[[cmdk-group-heading]]:text-ink-muted"
    >
      {group.items.map((item) => (
        <Command.Item
          key={item.id}
          value={`${item.label} ${item.id}`}
          keywords={item.keywords}
          onSelect={() => {
            onClose()
            item.onSelect()
          }}
          className="flex min-h-control cursor-pointer items-center gap-2.5 rounded-md px-2.5 data-[selected=true]:bg-hover [&_svg]:size-4 [&_svg]:text-ink-muted"
        >
          {item.icon}
          <span className="cut flex-1">{item.label}</span>
          {item.hint && <span className="text-xs text-ink-muted">{item.hint}</span>}
        </Command.Item>
      ))}
    </Command.Group>
  )
}
