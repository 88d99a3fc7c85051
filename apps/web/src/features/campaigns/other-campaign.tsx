import type { Campaign } from '@goldpan/contract/campaigns'
import { ChangedElsewhere } from './changed-elsewhere.tsx'

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
export function OtherCampaign({ other, mine, ...choices }: OtherCampaignProps) {
  const different = compared.filter(([field]) => (other[field] ?? '') !== (mine[field] ?? ''))
  return (
    <ChangedElsewhere
      title="Changed in another window"
      other={other}
      intro={different.length > 0 ? 'This is what was saved there:' : 'What you typed says the same.'}
      takeLabel="Take those fields"
      overwriteLabel="Save mine over them"
      {...choices}
    >
      {different.length > 0 && (
        <dl>
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
    </ChangedElsewhere>
  )
}
