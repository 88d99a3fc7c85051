import { type CampaignInList, campaignRoutes } from '@goldpan/contract/campaigns'
import type { TableSummary } from '@goldpan/contract/tables'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Table2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { campaignsKey } from '../../lib/campaign-cache.ts'
import { countOf } from '../../lib/counts.ts'
import { call } from '../../lib/goldpan-api.ts'
import { nextStepOf } from '../../lib/next-step.ts'
import { paths } from '../../lib/paths.ts'
import { useTableNames } from '../../lib/table-cache.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { isolated } from '../../ui/isolated.ts'

interface Unfinished {
  icon: ReactNode
  name: string
  text: string
  /** The label of the link, and where it leads. */
  words: string
  to: string
}

/** The unfinished step of the newest table, and of the newest campaign. Hidden if both are done. */
export function ContinueCard() {
  const tables = useTableNames().data ?? []
  const campaigns = useQuery({ queryKey: campaignsKey, queryFn: () => call(campaignRoutes.list) }).data ?? []
  const [table, campaign] = [newestOf(tables), newestOf(campaigns)]
  const work = [table && stepOfTable(table, campaign), campaign && stepOfDraft(campaign)].filter(
    (item) => item != null,
  )
  if (work.length === 0) return null
  return (
    <Card flush title="Continue">
      <ul className="divide-y divide-line border-t border-line">
        {work.map((item) => (
          <Item key={item.to} item={item} />
        ))}
      </ul>
    </Card>
  )
}

function Item({ item: { icon, name, text, words, to } }: { item: Unfinished }) {
  return (
    <li className="flex items-center gap-3 px-4 py-2 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-muted">
      {icon}
      <span className="flex min-w-0 flex-1 items-baseline gap-x-2 max-sm:flex-col">
        <span className="cut max-w-full font-medium">{text}</span>
        <bdi className="cut max-w-full min-w-0 text-ink-muted">{name}</bdi>
      </span>
      <Link to={to} aria-label={`${words}: ${isolated(name)}`} className={buttonClass('secondary', 'sm')}>
        {words}
      </Link>
    </li>
  )
}

const newestOf = <Row extends { created_at: string }>(rows: readonly Row[]): Row | undefined =>
  rows.toSorted((one, other) => other.created_at.localeCompare(one.created_at))[0]

/** Null if a campaign was made since the table was gathered. */
function stepOfTable(table: TableSummary, campaign: CampaignInList | undefined): Unfinished | null {
  const { kind, words, to } = nextStepOf(table)
  const isWritten = campaign !== undefined && campaign.created_at > (table.last_prospecting_at ?? '')
  const texts: Partial<Record<typeof kind, string>> = {
    gather: 'No prospects gathered yet',
    review: `${countOf(table.to_review, 'gathered contact')} to review`,
    ...(isWritten ? {} : { write: `${countOf(table.prospects_count, 'prospect')} without a campaign` }),
  }
  const text = texts[kind]
  return text ? { icon: <Table2 aria-hidden="true" />, name: table.name, text, words, to } : null
}

function stepOfDraft({ id, name, status, counts }: CampaignInList): Unfinished | null {
  if (status !== 'draft') return null
  const draft = { icon: <Pencil aria-hidden="true" />, name, to: paths.campaign(id) }
  if (counts.total === 0) return { ...draft, text: 'Draft without prospects', words: 'Add prospects' }
  if (counts.generated < counts.total)
    return { ...draft, text: 'Draft without emails', words: 'Write the emails' }
  return { ...draft, text: `${countOf(counts.generated, 'email')} ready to send`, words: 'Send' }
}
