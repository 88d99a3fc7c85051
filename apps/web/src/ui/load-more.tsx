import { Button } from './button.tsx'

export interface LoadMoreProps {
  label?: string
  busy?: boolean
  onLoad: () => void
  /** Such as '40 businesses shown'. */
  shown?: string
}

export function LoadMore({ label = 'Load more', busy, onLoad, shown }: LoadMoreProps) {
  return (
    <div className="flex flex-col items-center gap-2 py-4">
      <Button busy={busy && 'Loading…'} onClick={onLoad}>
        {label}
      </Button>
      {shown && (
        <p role="status" className="text-sm text-ink-muted tabular-nums">
          {shown}
        </p>
      )}
    </div>
  )
}
