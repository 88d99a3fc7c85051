import type { Campaign, CampaignProspect } from '@goldpan/contract/campaigns'
import { Eye, Trash2 } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { countOf } from '../../../lib/counts.ts'
import { formatDateTime } from '../../../lib/dates.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { CutText } from '../../../ui/cut-text.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { isolated } from '../../../ui/isolated.ts'
import { Table } from '../../../ui/table.tsx'
import type { Column } from '../../../ui/table-columns.ts'
import { toast } from '../../../ui/toast.ts'
import { EmailBadge } from '../campaign-badge.tsx'
import { useRemoveProspect, useRestoreProspect } from './recipients.queries.ts'

interface RecipientsTableProps {
  campaign: Campaign
  rows: CampaignProspect[] | undefined
  total: number
  onOpen: (recipient: CampaignProspect) => void
  empty: ReactNode
}

export function RecipientsTable({ campaign, rows, total, onOpen, empty }: RecipientsTableProps) {
  const remove = useRemoveWithUndo(campaign.id)
  const [leaving, setLeaving] = useState<CampaignProspect | null>(null)
  const columns = useMemo(() => columnsOf(onOpen), [onOpen])
  const isArchived = campaign.status === 'archived'
  return (
    <>
      <Table
        label="Prospects of the campaign"
        rows={rows}
        columns={columns}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.name}
        empty={empty}
        footer={countOf(total, 'prospect')}
        actionsWidth="6rem"
        actionsPlace="beside"
        rowActions={(row) => (
          <>
            <IconButton
              label={`Preview email to ${isolated(row.name)}`}
              icon={<Eye aria-hidden="true" />}
              onClick={() => onOpen(row)}
            />
            {!isArchived && (
              <IconButton
                label={`Remove ${isolated(row.name)}`}
                tone="danger"
                icon={<Trash2 aria-hidden="true" />}
                onClick={() => (loss(row) ? setLeaving(row) : remove(row))}
              />
            )}
          </>
        )}
      />
      {leaving && (
        <ConfirmDialog
          open
          kind="warning"
          danger
          title="Remove Prospect"
          message={loss(leaving)}
          confirmLabel="Remove"
          onCancel={() => setLeaving(null)}
          onConfirm={() => {
            remove(leaving)
            setLeaving(null)
          }}
        />
      )}
    </>
  )
}

/** Asks only if the removal can't be undone. */
function loss({ name, sent_at, is_edited }: CampaignProspect): string | null {
  if (sent_at)
    return `${isolated(name)} was already sent to. The email and its result leave this campaign's figures.`
  if (is_edited) return `The email to ${isolated(name)} was written by hand, and is deleted with it.`
  return null
}

const columnsOf = (onOpen: (recipient: CampaignProspect) => void): Column<CampaignProspect>[] => [
  {
    id: 'name',
    header: 'Prospect',
    isTitle: true,
    width: 'max(14rem, 28cqi)',
    cell: (row) => (
      <div className="min-w-0">
        <button
          type="button"
          dir="auto"
          onClick={() => onOpen(row)}
          className="block max-w-full truncate rounded-sm font-medium hover:underline"
        >
          {row.name}
        </button>
        {row.name !== row.email && <CutText className="text-sm text-ink-muted">{row.email}</CutText>}
      </div>
    ),
  },
  { id: 'business', header: 'Business', cell: (row) => <CutText>{row.business.name ?? '–'}</CutText> },
  {
    id: 'status',
    header: 'Status',
    width: '9.5rem',
    cell: (row) => (
      <div className="flex flex-wrap items-center gap-1.5">
        <EmailBadge status={row.email_status} isUnconfirmed={row.delivery === 'unconfirmed'} />
        {row.is_edited && <span className="text-xs text-ink-muted">by hand</span>}
        {row.is_stale && <span className="text-xs text-warning-ink">outdated</span>}
        {row.status_reason && (
          <span
            dir="auto"
            title={row.status_reason}
            className="line-clamp-2 text-xs wrap-anywhere text-ink-muted"
          >
            {row.status_reason}
          </span>
        )}
      </div>
    ),
  },
  { id: 'sent', header: 'Sent', width: '12rem', cell: (row) => formatDateTime(row.sent_at) },
]

/** Removes a recipient, with Undo if nothing was sent or edited. */
function useRemoveWithUndo(campaignId: string): (recipient: CampaignProspect) => void {
  const restore = useRestoreProspect(campaignId)
  const remove = useRemoveProspect(campaignId, (recipient) => {
    const { name, prospect_id: prospectId, sent_at, is_edited, email_status } = recipient
    const canUndo = prospectId !== null && sent_at === null && !is_edited
    const undo = () => prospectId && restore.mutate({ prospectId, isWritten: email_status === 'generated' })
    toast.success(`${isolated(name)} is out of this campaign`, {
      action: canUndo ? { label: 'Undo', onClick: undo } : undefined,
    })
  })
  return remove.mutate
}
