import type { Campaign, CampaignProspect } from '@goldpan/contract/campaigns'
import { Eye, Trash2 } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { countOf } from '../../../lib/counts.ts'
import { formatDateTime, formatDay } from '../../../lib/dates.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { CutText } from '../../../ui/cut-text.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { isolated } from '../../../ui/isolated.ts'
import { Table } from '../../../ui/table.tsx'
import type { Column, Sort, TableProps } from '../../../ui/table-columns.ts'
import { toast } from '../../../ui/toast.ts'
import { EmailBadge } from '../campaign-badge.tsx'
import { EnrolmentMenu } from './enrolment-menu.tsx'
import { type RecipientRow, useRemoveProspect, useRestoreProspect } from './recipients.queries.ts'

interface RecipientsTableProps {
  campaign: Campaign
  rows: RecipientRow[] | undefined
  /** Own mailboxes send this campaign. */
  hasMailboxes: boolean
  total: number
  sort: Sort | null
  onSort: (sort: Sort) => void
  onNearEnd: () => void
  onOpen: (recipient: CampaignProspect) => void
  /** Null if nothing can be done with a selection. */
  selection: TableProps<RecipientRow>['selection'] | null
  empty: ReactNode
}

export function RecipientsTable(props: RecipientsTableProps) {
  const { campaign, rows, hasMailboxes, total, onOpen, empty, ...list } = props
  const remove = useRemoveWithUndo(campaign.id)
  const [leaving, setLeaving] = useState<CampaignProspect | null>(null)
  const hasFollowUps = campaign.follow_ups.steps > 0
  const hasFrom = hasMailboxes || rows?.some(({ enrolment }) => enrolment?.mailbox) === true
  const columns = useMemo(() => columnsOf(onOpen, { hasFollowUps, hasFrom }), [onOpen, hasFollowUps, hasFrom])
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
        selection={list.selection ?? undefined}
        sort={{ current: list.sort, onChange: list.onSort }}
        onNearEnd={list.onNearEnd}
        footer={countOf(total, 'prospect')}
        actionsWidth={hasFollowUps ? '5.5rem' : '5rem'}
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
            {hasFollowUps && !isArchived && (
              <EnrolmentMenu
                campaignId={campaign.id}
                row={row}
                steps={campaign.follow_ups.steps}
                hasMailboxes={hasMailboxes}
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
          title="Remove prospect"
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

const nextColumn: Column<RecipientRow> = {
  id: 'next',
  header: 'Next',
  width: 'max(14rem, 20cqi)',
  cell: ({ enrolment }) =>
    enrolment ? <CutText>{enrolment.sentence}</CutText> : <span data-nothing>–</span>,
}

const fromColumn: Column<RecipientRow> = {
  id: 'from',
  header: 'From',
  width: '7rem',
  cell: ({ enrolment }) =>
    enrolment?.mailbox ? (
      <div className="flex min-w-0 items-baseline gap-1">
        <span className="hidden text-xs text-ink-muted in-data-[cards=true]:inline">From</span>
        <CutText className="min-w-0">{enrolment.mailbox.address}</CutText>
      </div>
    ) : (
      <span data-nothing>–</span>
    ),
}

const columnsOf = (
  onOpen: (recipient: CampaignProspect) => void,
  { hasFollowUps, hasFrom }: { hasFollowUps: boolean; hasFrom: boolean },
): Column<RecipientRow>[] => [
  {
    id: 'name',
    header: 'Prospect',
    isTitle: true,
    sortable: true,
    // With Next in the place of Clicked, and From in the place of Opened, it is still a table at 1280 px.
    width: hasFollowUps ? 'max(10.5rem, 18cqi)' : 'max(14rem, 26cqi)',
    cell: (row) => (
      <div className="flex min-w-0 items-baseline gap-2">
        <button
          type="button"
          dir="auto"
          onClick={() => onOpen(row)}
          className="cut max-w-[75%] shrink-0 rounded-sm font-medium hover:underline"
        >
          {row.name}
        </button>
        {row.name !== row.email && <CutText className="min-w-0 text-ink-muted">{row.email}</CutText>}
      </div>
    ),
  },
  {
    id: 'business',
    header: 'Business',
    sortable: true,
    cell: (row) => <CutText>{row.business.name ?? '–'}</CutText>,
  },
  {
    id: 'status',
    header: 'Status',
    sortable: true,
    width: '8rem',
    card: 'end',
    cell: statusCell,
  },
  ...(hasFollowUps ? [hasFrom ? { ...nextColumn, width: 'max(13rem, 18cqi)' } : nextColumn] : []),
  ...(hasFrom ? [fromColumn] : []),
  ...(
    [
      ['sent', 'Sent', 'sent_at'],
      ['opened', 'Opened', 'opened_at'],
      ['clicked', 'Clicked', 'clicked_at'],
      ['responded', 'Replied', 'responded_at'],
    ] as const
  )
    .filter(([id]) => (id !== 'clicked' || !hasFollowUps) && (id !== 'opened' || !hasFrom))
    .map(
      ([id, header, at]): Column<RecipientRow> => ({
        id,
        header,
        sortable: true,
        width: hasFollowUps && id === 'sent' ? '5rem' : '6rem',
        align: 'end',
        cell: (row) => <DayOf at={row[at]} />,
      }),
    ),
]

function statusCell(row: CampaignProspect) {
  const { email_status, delivery, status_reason } = row
  return (
    <div className="flex min-w-0 items-center gap-1.5">
      <span title={status_reason ?? undefined} className="inline-flex">
        <EmailBadge status={email_status} isUnconfirmed={delivery === 'unconfirmed'} />
        {status_reason && (
          <span dir="auto" className="sr-only">
            {status_reason}
          </span>
        )}
      </span>
      {row.is_edited && <span className="text-xs text-ink-muted">by hand</span>}
      {row.is_stale && <span className="text-xs text-warning-ink">outdated</span>}
    </div>
  )
}

/** The day, and the time on hover. */
function DayOf({ at }: { at: string | null }) {
  if (!at) return <span data-nothing>–</span>
  return (
    <time dateTime={at} title={formatDateTime(at)} className="whitespace-nowrap">
      {formatDay(at)}
    </time>
  )
}

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
