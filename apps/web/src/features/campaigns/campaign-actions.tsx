import type { Campaign } from '@goldpan/contract/campaigns'
import { Copy, Pencil, Trash2 } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { useDuplicateCampaign } from './campaigns.queries.ts'

/** On small screens the signs do, so that all three stay beside each other and beside the title. */
const Word = ({ children }: { children: string }) => <span className="max-md:sr-only">{children}</span>

/** Edit, duplicate and delete; an archived campaign can only be deleted. */
export function CampaignActions({ campaign, onDelete }: { campaign: Campaign; onDelete: () => void }) {
  const navigate = useNavigate()
  const duplicate = useDuplicateCampaign()
  const isArchived = campaign.status === 'archived'
  return (
    <>
      {!isArchived && (
        <>
          <Link to={paths.editCampaign(campaign.id)} className={buttonClass('ghost')}>
            <Pencil aria-hidden="true" />
            <Word>Edit</Word>
          </Link>
          <Button
            variant="ghost"
            icon={<Copy aria-hidden="true" />}
            busy={duplicate.isPending && 'Duplicating…'}
            onClick={() =>
              duplicate.mutate(campaign.id, {
                onSuccess: (copy) => void navigate(paths.campaign(copy.id)),
              })
            }
          >
            <Word>Duplicate</Word>
          </Button>
        </>
      )}
      <Button variant="ghost" icon={<Trash2 aria-hidden="true" />} onClick={onDelete}>
        <Word>Delete</Word>
      </Button>
    </>
  )
}
