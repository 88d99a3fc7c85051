import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'

export interface SelectionBarProps {
  count: number
  /** 'business' / 'businesses' */
  noun: [one: string, many: string]
  /** Beside the count, such as '14 of 16 have a website'. */
  note?: ReactNode
  /** Stays with nothing selected, where most is selected at first. */
  isShownEmpty?: boolean
  onClear: () => void
  /** Buttons for the selected rows. */
  children: ReactNode
}

/** Slides in at the bottom while something is selected. */
export function SelectionBar(props: SelectionBarProps) {
  const { count, noun, note, isShownEmpty = false, onClear, children } = props
  return (
    <>
      <span role="status" className="sr-only">
        {count > 0 ? `${count} ${count === 1 ? noun[0] : noun[1]} selected` : ''}
      </span>
      {(count > 0 || isShownEmpty) && (
        <section
          data-bar
          aria-label="Selected"
          className="sticky bottom-[calc(var(--bottom-bar)+0.75rem)] z-20 mx-auto mt-auto flex w-fit max-w-full animate-rise flex-wrap items-center gap-2 rounded-lg border border-line bg-surface py-1.5 ps-3.5 pe-2 shadow-float max-sm:w-full"
        >
          <span className="me-2 font-medium tabular-nums max-sm:flex-1">
            {count.toLocaleString()} {count === 1 ? noun[0] : noun[1]}
            {note && (
              <span className="ms-2 text-sm font-normal text-ink-muted max-sm:ms-0 max-sm:block">{note}</span>
            )}
          </span>
          {/* On phones below the count. */}
          <div className="contents max-sm:order-last max-sm:flex max-sm:basis-full max-sm:gap-2 max-sm:pe-2 max-sm:pb-1 max-sm:*:flex-auto">
            {children}
          </div>
          {count > 0 && (
            <IconButton label="Clear selection" icon={<X aria-hidden="true" />} onClick={onClear} />
          )}
        </section>
      )}
    </>
  )
}
