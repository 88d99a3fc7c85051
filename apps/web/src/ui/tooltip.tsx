import * as Radix from 'radix-ui/tooltip'
import type { ReactNode } from 'react'

/** A hint on hover and focus. Never the only place of needed information. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={400}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            sideOffset={6}
            collisionPadding={8}
            className="z-[70] max-w-72 animate-fade rounded-md bg-ink px-2.5 py-1.5 text-xs text-surface shadow-float"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
