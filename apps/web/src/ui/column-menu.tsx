import { Check, Columns3 } from 'lucide-react'
import * as Radix from 'radix-ui/dropdown-menu'
import { IconButton } from './icon-button.tsx'

export interface ColumnMenuProps {
  columns: readonly { id: string; header: string }[]
  chosen: ReadonlySet<string>
  onChoose: (id: string, isShown: boolean) => void
  onReset: () => void
}

const row =
  'flex min-h-control-small cursor-pointer items-center gap-2 rounded-md px-2.5 text-sm outline-none data-highlighted:bg-hover'

/** Chooses the shown columns; stays open for several changes. */
export function ColumnMenu({ columns, chosen, onChoose, onReset }: ColumnMenuProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>
        <IconButton size="md" label="Choose columns" icon={<Columns3 aria-hidden="true" />} />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="end"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 animate-rise rounded-lg border border-line bg-surface overflow-y-auto p-1 shadow-float"
        >
          {columns.map(({ id, header }) => (
            <Radix.CheckboxItem
              key={id}
              checked={chosen.has(id)}
              onCheckedChange={(isShown) => onChoose(id, isShown)}
              onSelect={(event) => event.preventDefault()}
              className={row}
            >
              <span className="grid size-4 place-items-center">
                <Radix.ItemIndicator>
                  <Check className="size-4" aria-hidden="true" />
                </Radix.ItemIndicator>
              </span>
              {header}
            </Radix.CheckboxItem>
          ))}
          <Radix.Separator className="my-1 h-px bg-line" />
          <Radix.Item onSelect={onReset} className={row}>
            <span className="size-4" />
            Reset columns
          </Radix.Item>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
