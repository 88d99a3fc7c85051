import type { Campaign } from '@goldpan/contract/campaigns'
import { useEffect, useRef } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'

const compared = [
  ['name', 'Campaign name'],
  ['description', 'Description'],
  ['marketing_copy', 'Marketing copy'],
  ['promotional_content', 'Promotional content'],
] as const

type Fields = Partial<Record<(typeof compared)[number][0], string | null>>

export interface OtherCampaignProps {
  other: Campaign
  mine: Fields
  onTake: () => void
  onOverwrite: () => void
}

/** Somebody saved other fields meanwhile: those that differ are shown before one of both is chosen. */
export function OtherCampaign({ other, mine, onTake, onOverwrite }: OtherCampaignProps) {
  const different = compared.filter(([field]) => (other[field] ?? '') !== (mine[field] ?? ''))
  const told = useRef<HTMLDivElement>(null)
  // 'Save' was pressed at the other end of the form.
  // biome-ignore lint/correctness/useExhaustiveDependencies: who saves again is told again
  useEffect(() => {
    told.current?.scrollIntoView({ block: 'start' })
    told.current?.focus({ preventScroll: true })
  }, [other])
  return (
    <div ref={told} tabIndex={-1} className="rounded-lg">
      <Banner kind="warning" announce title="Changed in another window">
        <p>
          Nothing was overwritten.{' '}
          {different.length > 0 ? 'This is what was saved there:' : 'What you typed says the same.'}
        </p>
        {different.length > 0 && (
          <dl className="my-2 max-h-64 overflow-y-auto rounded-md border border-line bg-surface p-3">
            {different.map(([field, label]) => (
              <div key={field} className="mb-2">
                <dt className="text-sm text-ink-muted">{label}</dt>
                <dd dir="auto" className="break-words whitespace-pre-wrap">
                  {other[field] || '–'}
                </dd>
              </div>
            ))}
          </dl>
        )}
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={onTake}>
            Take those fields
          </Button>
          <Button size="sm" onClick={onOverwrite}>
            Save mine over them
          </Button>
        </div>
      </Banner>
    </div>
  )
}
