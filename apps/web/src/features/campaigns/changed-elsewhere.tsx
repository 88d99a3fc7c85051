import { type ReactNode, useEffect, useRef } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'

export interface ChangedElsewhereProps {
  title: string
  /** What was saved there, as it came: when another one comes, that is told again. */
  other: object
  intro: string
  takeLabel: string
  overwriteLabel: string
  onTake: () => void
  onOverwrite: () => void
  /** What was saved there, to read; nothing when it says the same. */
  children?: ReactNode
}

/** Somebody saved meanwhile: what they wrote can be read before one of both is chosen. */
export function ChangedElsewhere({ title, other, intro, children, ...choices }: ChangedElsewhereProps) {
  const told = useRef<HTMLDivElement>(null)
  // 'Save' was pressed at the other end of the form.
  // biome-ignore lint/correctness/useExhaustiveDependencies: who saves again is told again
  useEffect(() => {
    told.current?.scrollIntoView({ block: 'start' })
    told.current?.focus({ preventScroll: true })
  }, [other])
  return (
    <div ref={told} tabIndex={-1} className="rounded-lg">
      <Banner kind="warning" announce title={title}>
        <p>Nothing was overwritten. {intro}</p>
        {children && (
          <div className="my-2 max-h-64 overflow-y-auto rounded-md border border-line bg-surface p-3">
            {children}
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={choices.onTake}>
            {choices.takeLabel}
          </Button>
          <Button size="sm" onClick={choices.onOverwrite}>
            {choices.overwriteLabel}
          </Button>
        </div>
      </Banner>
    </div>
  )
}
