import clsx from 'clsx'

/** One line of text, cut where the space ends; the whole of it shows on hover. */
export function CutText({ children, className }: { children: string; className?: string }) {
  return (
    <span
      dir="auto"
      // Measured when it is pointed at: measuring each of a list lays the whole page out at every change.
      onPointerEnter={({ currentTarget: shown }) => {
        shown.title = shown.scrollWidth > shown.clientWidth ? children : ''
      }}
      className={clsx('cut', className)}
    >
      {children}
    </span>
  )
}
