import { campaignRoutes } from '@goldpan/contract/campaigns'
import { type ConversationFilter, labelNames } from '@goldpan/contract/inbox'
import { useQuery } from '@tanstack/react-query'
import { ListFilter } from 'lucide-react'
import { useId, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { campaignsKey } from '../../lib/campaign-cache.ts'
import { call } from '../../lib/goldpan-api.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import { useActiveOrganization } from '../organizations/organizations.queries.ts'
import { useCounts, useLabels } from './inbox.queries.ts'
import { type FilterChange, filterOfView, type View, viewOf, views, withFilter } from './inbox-filter.ts'

const viewNames: Record<View, string> = {
  open: 'Open',
  unread: 'Unread',
  mine: 'Mine',
  snoozed: 'Snoozed',
  done: 'Done',
  all: 'All',
}

interface FiltersProps {
  filter: ConversationFilter
  onSearch: (text: string) => void
  onNarrow: (change: FilterChange) => void
}

/** Which conversations are listed. All of it is in the address. */
export function Filters({ filter, onSearch, onNarrow }: FiltersProps) {
  const { label, campaign, search } = filter
  const [isOpen, setOpen] = useState(Boolean(label || campaign))
  const choicesId = useId()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves the field inside
    <div
      data-inbox-filters
      onKeyDown={({ key, target }) => key === 'Escape' && target instanceof HTMLElement && target.blur()}
      className="flex flex-col gap-2 border-b border-line px-3.5 py-2"
    >
      <search className="flex items-end gap-2">
        <SearchInput
          label="Search"
          placeholder="Search"
          className="min-w-0 flex-1"
          value={search ?? ''}
          onChange={onSearch}
        />
        <Button
          title="Filters"
          icon={<ListFilter aria-hidden="true" />}
          aria-expanded={isOpen}
          aria-controls={choicesId}
          onClick={() => setOpen(!isOpen)}
        >
          <span className="sr-only">Filters</span>
        </Button>
      </search>
      <Views filter={filter} />
      <div id={choicesId} hidden={!isOpen} className="grid grid-cols-2 gap-1.5 [&[hidden]]:hidden">
        <LabelChoice
          filter={filter}
          onChange={(chosen) => onNarrow({ label: chosen, state: '', assignee: '', unread: '' })}
        />
        <CampaignChoice value={campaign ?? ''} onChange={(chosen) => onNarrow({ campaign: chosen })} />
      </div>
    </div>
  )
}

/** The counts are of whole lists, so a list that is narrowed further has none. */
const isNarrowed = ({ search, mailbox }: ConversationFilter): boolean => Boolean(search || mailbox)

/** Each with the number of its conversations, if there are any. 'Mine' makes sense in an organization. */
function Views({ filter }: { filter: ConversationFilter }) {
  const [address] = useSearchParams()
  const organization = useActiveOrganization()
  const counts = useCounts(filter.campaign)
  const current = viewOf(filter)
  const hasCounts = !isNarrowed(filter) && !filter.label
  return (
    <nav aria-label="Lists of conversations" className="-mx-3.5 overflow-x-auto px-3.5">
      <ul className="flex gap-1 md:flex-wrap">
        {views
          .filter((view) => view !== 'mine' || organization !== null || current === 'mine')
          .map((view) => (
            <li key={view}>
              <Link
                to={`${paths.inbox}?${withFilter(address, filterOfView[view])}`.replace(/\?$/, '')}
                aria-current={view === current || undefined}
                className="inline-flex min-h-7 items-center gap-1 rounded-md border border-line bg-surface px-1.5 text-xs font-medium text-ink-muted tabular-nums hover:bg-hover aria-[current=true]:border-accent aria-[current=true]:bg-accent-tint aria-[current=true]:text-accent-ink max-md:min-h-9 max-md:text-sm"
              >
                {viewNames[view]}
                {hasCounts && counts && view !== 'all' && counts[view] > 0 && (
                  <span>{counts[view].toLocaleString()}</span>
                )}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}

interface Choice {
  value: string
  onChange: (value: string) => void
}

interface LabelChoiceProps {
  filter: ConversationFilter
  onChange: (label: string) => void
}

function LabelChoice({ filter, onChange }: LabelChoiceProps) {
  const labels = useLabels().data
  const counts = useCounts(filter.campaign)
  const known = labels ?? Object.entries(labelNames).map(([id, name]) => ({ id, name }))
  return (
    <Field label="Label" hideLabel className="min-w-0">
      <Select
        placeholder="All labels"
        options={known.map(({ id, name }) => ({
          value: id,
          label:
            counts && !isNarrowed(filter) ? `${name} (${(counts.labels[id] ?? 0).toLocaleString()})` : name,
        }))}
        value={filter.label ?? ''}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}

function CampaignChoice({ value, onChange }: Choice) {
  const campaigns = useQuery({ queryKey: campaignsKey, queryFn: () => call(campaignRoutes.list) })
  return (
    <Field label="Campaign" hideLabel className="min-w-0">
      <Select
        placeholder="All campaigns"
        options={campaigns.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
