import type { Campaign } from '@goldpan/contract/campaigns'
import { countOf } from '../../../lib/counts.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { useRegenerate } from './template.queries.ts'

/** Whether every prospect has an e-mail from the present template, and one click to get there. */
export function WritingState({ campaign, hasTemplate }: { campaign: Campaign; hasTemplate: boolean }) {
  const regenerate = useRegenerate(campaign.id)
  const { rendering, waiting } = campaign
  if (rendering)
    return <ProgressBar label="Writing the emails" value={rendering.done} max={rendering.total} />
  if (!hasTemplate || waiting === 0) return null
  return (
    <Banner
      kind="warning"
      action={
        <Button size="sm" busy={regenerate.isPending && 'Writing…'} onClick={() => regenerate.mutate()}>
          Write them now
        </Button>
      }
    >
      {countOf(waiting, 'prospect has', 'prospects have')} no email from this template yet.
    </Banner>
  )
}
