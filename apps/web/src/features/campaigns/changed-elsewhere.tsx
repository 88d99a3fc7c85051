import { type ReactNode, useEffect, useRef } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'

export interface ChangedElsewhereProps {
  title: string
  /** The saved version. Another one is announced again. */
  other: object
  intro: string
  takeLabel?: string
  onTake: () => void
  onOverwrite: () => void
  /** The other version, or nothing if it has no differences. */
  children?: ReactNode
}

/** Somebody saved meanwhile: shows their version, to choose one of both. */
export function ChangedElsewhere(props: ChangedElsewhereProps) {
  const { title, other, intro, takeLabel = 'Use that text', onTake, onOverwrite, children } = props
  const ref = useRef<HTMLDivElement>(null)
  // Scroll to it: 'Save' is at the other end of the form.
  // biome-ignore lint/correctness/useExhaustiveDependencies: who saves again is ref again
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'start' })
    ref.current?.focus({ preventScroll: true })
  }, [other])
  return (
    <div ref={ref} tabIndex={-1} className="rounded-lg">
      <Banner kind="warning" announce title={title}>
        <p>Nothing was overwritten. {intro}</p>
        {children && (
          <div className="my-2 max-h-64 overflow-y-auto rounded-md border border-line bg-surface p-3">
            {children}
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={onTake}>
            {takeLabel}
          </Button>
          <Button size="sm" onClick={onOverwrite}>
            Overwrite with mine
          </Button>
        </div>
      </Banner>
    </div>
  )
}
