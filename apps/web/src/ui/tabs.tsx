import * as Radix from 'radix-ui/tabs'
import { type ReactNode, useEffect, useRef } from 'react'

export interface TabItem<Value extends string = string> {
  value: Value
  label: string
  /** Beside the label, in hint ink. */
  count?: number | undefined
}

export interface TabsProps<Value extends string> {
  /** With `useTab` (lib/use-tab.ts) the address says which. */
  value: Value
  onChange: (value: Value) => void
  children: ReactNode
}

/** Around a screen with tabs: a `TabBar` in its page bar, and a `TabPanel` for each tab. */
export function Tabs<Value extends string>({ value, onChange, children }: TabsProps<Value>) {
  // Radix reports a pressed tab twice, for the press and for the focus; Back would need two presses.
  const chosen = useRef(value)
  useEffect(() => {
    chosen.current = value
  }, [value])
  const choose = (next: Value) => {
    if (next === chosen.current) return
    chosen.current = next
    onChange(next)
  }
  return (
    <Radix.Root value={value} onValueChange={(next) => choose(next as Value)} className="contents">
      {children}
    </Radix.Root>
  )
}

/** `label` is for screen readers. */
export function TabBar({ label, tabs }: { label: string; tabs: readonly TabItem[] }) {
  const list = useRef<HTMLDivElement>(null)
  // The current tab must be in view where the row is too narrow.
  useEffect(() => {
    const chosen = list.current?.querySelector('[data-state=active]')
    chosen?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  })
  return (
    <Radix.List
      ref={list}
      aria-label={label}
      className="flex gap-1 overflow-x-auto overflow-y-hidden px-[calc(var(--page-x)-0.5rem)]"
    >
      {tabs.map(({ value, label, count }) => (
        <Radix.Trigger
          key={value}
          value={value}
          className="inline-flex min-h-9 items-center gap-1.5 border-b-2 border-transparent px-2 text-sm font-medium whitespace-nowrap text-ink-muted -outline-offset-2 hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink max-sm:min-h-11"
        >
          {label}
          {count !== undefined && (
            <span className="text-xs text-ink-faint tabular-nums">{count.toLocaleString()}</span>
          )}
        </Radix.Trigger>
      ))}
    </Radix.List>
  )
}

/** The content of one tab; only the current one is rendered. */
export function TabPanel({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Radix.Content value={value} className="page-flow outline-offset-4 data-[state=inactive]:hidden">
      {children}
    </Radix.Content>
  )
}
