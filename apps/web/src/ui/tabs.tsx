import * as Radix from 'radix-ui/tabs'
import { type ReactNode, useEffect, useRef } from 'react'

export interface TabItem {
  value: string
  label: string
  icon?: ReactNode
  content: ReactNode
}

export interface TabsProps {
  /** For screen readers. */
  label: string
  tabs: readonly TabItem[]
  value: string
  onChange: (value: string) => void
}

/** Controlled tabs, so that the choice can be in the address. */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice is to be seen where the row is too narrow
  useEffect(() => {
    const chosen = list.current?.querySelector('[data-state=active]')
    chosen?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [value])
  return (
    <Radix.Root value={value} onValueChange={onChange} className="flex flex-col gap-6">
      <Radix.List
        ref={list}
        aria-label={label}
        className="flex gap-1 overflow-x-auto max-sm:gap-0 border-b border-line"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px inline-flex min-h-11 items-center gap-2 border-b-2 border-transparent px-3 font-medium whitespace-nowrap max-sm:px-2 max-sm:text-sm max-sm:[&_svg]:hidden text-ink-muted -outline-offset-2 hover:text-ink data-[state=active]:border-accent-ink data-[state=active]:text-ink [&_svg]:size-4"
          >
            {tab.icon}
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="rounded-md">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
