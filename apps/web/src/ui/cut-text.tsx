import clsx from 'clsx'

/** How a cell says that there is nothing; cards leave it out. */
const NOTHING = '–'

/** One line of text, truncated; shows all of it on hover. */
export function CutText({ children, className }: { children: string; className?: string }) {
  return (
    <span
      dir="auto"
      // Measures on hover, because measuring every row would cause a layout at each change.
      onPointerEnter={({ currentTarget: shown }) => {
        shown.title = shown.scrollWidth > shown.clientWidth ? children : ''
      }}
      data-nothing={children === NOTHING || undefined}
      className={clsx('cut', className)}
    >
      {children}
    </span>
  )
}
