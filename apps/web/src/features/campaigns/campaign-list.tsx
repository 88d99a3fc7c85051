import type { CampaignInList } from '@goldpan/contract/campaigns'
import { Copy, Pencil, Trash2 } from 'lucide-react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { countOf } from '../../lib/counts.ts'
import { formatDay } from '../../lib/dates.ts'
import { paths } from '../../lib/paths.ts'
import { Card } from '../../ui/card.tsx'
import { CutText } from '../../ui/cut-text.tsx'
import { isolated } from '../../ui/isolated.ts'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { Table } from '../../ui/table.tsx'
import type { Column, Sort } from '../../ui/table-columns.ts'
import { percentOf } from '../../ui/usage-state.ts'
import { CampaignBadge, labelOf } from './campaign-badge.tsx'
import { useDuplicateCampaign } from './campaigns.queries.ts'
import { emailsText } from './emails-text.ts'

interface CampaignListProps {
  campaigns: readonly CampaignInList[]
  onDelete: (campaign: CampaignInList) => void
}

export const CampaignCards = ({ campaigns, onDelete }: CampaignListProps) => (
  <ul className="card-grid">
    {campaigns.map((campaign) => (
      <CampaignCard key={campaign.id} campaign={campaign} onDelete={onDelete} />
    ))}
  </ul>
)

interface CampaignProps {
  campaign: CampaignInList
  onDelete: (campaign: CampaignInList) => void
}

function CampaignCard({ campaign, onDelete }: CampaignProps) {
  const { id, name, status, created_at, counts } = campaign
  return (
    <Card
      as="li"
      level={2}
      className="relative transition-colors hover:border-line-strong"
      title={
        // The link covers the whole card; the menu lies above it.
        <Link
          to={paths.campaign(id)}
          className="after:absolute after:inset-0 after:rounded-lg hover:underline"
        >
          {name}
        </Link>
      }
      description={`Created ${formatDay(created_at)}`}
      actions={
        // Centred on the title's first line.
        <div className="relative z-10 -my-[calc((var(--control-small)-1.5rem)/2)] -me-2">
          <CampaignMenu campaign={campaign} onDelete={onDelete} />
        </div>
      }
    >
      <div className="flex h-full flex-col justify-end gap-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <CampaignBadge status={status} />
          <span className="text-sm text-ink-muted tabular-nums">
            {counts.sent.toLocaleString()}/{counts.total.toLocaleString()} sent
          </span>
          <span className="w-full text-end text-xs text-ink-muted tabular-nums empty:hidden">
            {emailsText(campaign)}
          </span>
        </div>
        <dl className="grid grid-cols-4 gap-2 border-t border-line pt-3">
          <Figure label="Sent" value={counts.sent} />
          <Figure label="Opened" value={counts.opened} />
          <Figure label="Replied" value={counts.responded} />
          <Figure label="Failed" value={counts.failed} />
        </dl>
      </div>
    </Card>
  )
}

const Figure = ({ label, value }: { label: string; value: number }) => (
  <div>
    <dt className="text-xs text-ink-muted">{label}</dt>
    <dd className="text-base font-semibold tabular-nums">{value.toLocaleString()}</dd>
  </div>
)

type ColumnId = 'name' | 'status' | 'sent' | 'opened' | 'replied' | 'bounced' | 'created'

/** Null if the total is 0. */
const rate = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null)

const sortKeys: Record<ColumnId, (campaign: CampaignInList) => string | number> = {
  name: ({ name }) => name.toLocaleLowerCase(),
  status: ({ status }) => labelOf(status),
  sent: ({ counts }) => counts.sent,
  opened: ({ counts }) => rate(counts.opened, counts.delivered) ?? -1,
  replied: ({ counts }) => rate(counts.responded, counts.delivered) ?? -1,
  bounced: ({ counts }) => rate(counts.bounced, counts.sent) ?? -1,
  created: ({ created_at }) => created_at,
}

const columns: (Column<CampaignInList> & { id: ColumnId })[] = [
  {
    id: 'name',
    header: 'Name',
    isTitle: true,
    sortable: true,
    cell: ({ id, name }) => (
      <Link to={paths.campaign(id)} title={name} className="cut rounded-sm font-medium hover:underline">
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    width: '8rem',
    card: 'end',
    sortable: true,
    cell: ({ status }) => <CampaignBadge status={status} />,
  },
  {
    id: 'created',
    header: 'Created',
    width: '8rem',
    card: 'hidden',
    sortable: true,
    cell: ({ created_at }) => <CutText className="text-ink-muted">{formatDay(created_at)}</CutText>,
  },
  {
    id: 'sent',
    header: 'Sent',
    width: '10rem',
    align: 'end',
    sortable: true,
    cell: (campaign) => <SentCount campaign={campaign} />,
  },
  {
    id: 'opened',
    header: 'Opened',
    width: '8rem',
    align: 'end',
    sortable: true,
    cell: ({ counts }) => <Rate part={counts.opened} whole={counts.delivered} />,
  },
  {
    id: 'replied',
    header: 'Replied',
    width: '8rem',
    align: 'end',
    sortable: true,
    cell: ({ counts }) => <Rate part={counts.responded} whole={counts.delivered} />,
  },
  {
    id: 'bounced',
    header: 'Bounced',
    width: '8rem',
    align: 'end',
    sortable: true,
    cell: ({ counts }) => <Rate part={counts.bounced} whole={counts.sent} />,
  },
]

/** The people sent to, and before them how many emails these got, if more than one each. */
function SentCount({ campaign }: { campaign: CampaignInList }) {
  const emails = emailsText(campaign)
  return (
    <>
      {emails && (
        <span title={emails} className="text-xs text-ink-muted">
          {`${countOf(campaign.counts.emails, 'email')} `}
        </span>
      )}
      <span className="inline-block min-w-11">{campaign.counts.sent.toLocaleString()}</span>
    </>
  )
}

function Rate({ part, whole }: { part: number; whole: number }) {
  if (whole === 0) return <span className="text-ink-muted">–</span>
  return (
    <>
      <span className="text-xs text-ink-muted">{part.toLocaleString()}</span>
      <span className="inline-block min-w-11">{`${percentOf(part, whole)}%`}</span>
    </>
  )
}

/** Rates are over delivered messages, of bounces over sent ones. */
export function CampaignTable({
  campaigns,
  onDelete,
}: Pick<CampaignListProps, 'onDelete'> & { campaigns: readonly CampaignInList[] | undefined }) {
  const [sort, setSort] = useSort()
  return (
    <Table
      label="Campaigns"
      rows={campaigns && sorted(campaigns, sort)}
      columns={columns}
      rowKey={({ id }) => id}
      sort={{ current: sort, onChange: setSort }}
      actionsWidth="3rem"
      actionsPlace="shown"
      rowActions={(campaign) => <CampaignMenu campaign={campaign} onDelete={onDelete} />}
    />
  )
}

/** Keeps the server's order, newest first, unless a column is sorted. */
function sorted(campaigns: readonly CampaignInList[], sort: Sort | null): readonly CampaignInList[] {
  if (!sort) return campaigns
  const keyOf = sortKeys[sort.column as ColumnId]
  const direction = sort.direction === 'ascending' ? 1 : -1
  const compare = (one: string | number, other: string | number) =>
    typeof one === 'string' ? one.localeCompare(String(other)) : one - Number(other)
  return campaigns.toSorted((one, other) => direction * compare(keyOf(one), keyOf(other)))
}

/** The sort, kept in the URL as in other lists. */
function useSort(): [Sort | null, (sort: Sort) => void] {
  const [address, setAddress] = useSearchParams()
  const column = columns.find(({ id }) => id === address.get('sort'))?.id
  const direction = address.get('direction') === 'descending' ? 'descending' : 'ascending'
  return [
    column ? { column, direction } : null,
    (sort) => setAddress({ sort: sort.column, direction: sort.direction }, { replace: true }),
  ]
}

/** An archived campaign can only be deleted. */
function CampaignMenu({ campaign, onDelete }: CampaignProps) {
  const { id, name, status } = campaign
  const navigate = useNavigate()
  const duplicate = useDuplicateCampaign()
  const remove: MenuItem = {
    id: 'delete',
    label: 'Delete',
    icon: <Trash2 aria-hidden="true" />,
    danger: true,
    onSelect: () => onDelete(campaign),
  }
  const changes: MenuItem[] = [
    {
      id: 'edit',
      label: 'Edit',
      icon: <Pencil aria-hidden="true" />,
      onSelect: () => void navigate(paths.editCampaign(id)),
    },
    {
      id: 'duplicate',
      label: 'Duplicate',
      icon: <Copy aria-hidden="true" />,
      onSelect: () => duplicate.mutate(id),
    },
  ]
  return (
    <Menu
      label={`Actions for ${isolated(name)}`}
      items={status === 'archived' ? [remove] : [...changes, { ...remove, startsGroup: true }]}
    />
  )
}
