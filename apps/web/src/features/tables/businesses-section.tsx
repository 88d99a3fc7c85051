import { outcomeLabels } from '@goldpan/contract/gathering'
import {
  type Business,
  type BusinessFilter,
  type BusinessSelection,
  type TableDetail,
  tableMessages,
} from '@goldpan/contract/tables'
import { Pencil, Trash2 } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { useChosenColumns } from '../../lib/chosen-columns.ts'
import { countOf } from '../../lib/counts.ts'
import { errorText } from '../../lib/error-text.ts'
import {
  countSelected,
  everything,
  nothing,
  selectionBody,
  shownSelected,
  stateOf,
  withShown,
} from '../../lib/many-selection.ts'
import { Button } from '../../ui/button.tsx'
import { ColumnMenu } from '../../ui/column-menu.tsx'
import { DeleteDialog } from '../../ui/delete-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field } from '../../ui/field.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { isolated } from '../../ui/isolated.ts'
import { Menu } from '../../ui/menu.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import { Table } from '../../ui/table.tsx'
import { stateOfAll } from '../../ui/table-selection.ts'
import { toast } from '../../ui/toast.ts'
import type { Gathering } from '../gathering/use-gathering.ts'
import { ACTIONS_WIDTH, businessColumns, defaultColumns, fixedColumns } from './business-columns.tsx'
import { BusinessDialog } from './business-dialog.tsx'
import {
  type BusinessListState,
  type BusinessSelectionState,
  isNarrowed,
  readFilter,
} from './business-list.ts'
import { BusinessProspects } from './business-prospects.tsx'
import { useDeleteBusinesses, useRestoreBusinesses } from './tables.queries.ts'

interface BusinessesSectionProps {
  table: TableDetail
  list: BusinessListState
  chosen: BusinessSelectionState
  gathering: Gathering
}

/** The businesses of a table; each row expands to its prospects. */
export function BusinessesSection({ table, list, chosen, gathering }: BusinessesSectionProps) {
  const { businesses, matching, filter } = list
  const { remove } = useRemoveWithUndo(table.id)
  const columnChoice = useChosenColumns('businesses', defaultColumns)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [editing, setEditing] = useState<Business | null>(null)
  const [deleting, setDeleting] = useState<Business | null>(null)
  const columns = useMemo(() => businessColumns((key) => setOpened((before) => toggled(before, key))), [])
  const shownColumns = useMemo(
    () => columns.filter(({ id }) => fixedColumns.includes(id) || columnChoice.chosen.has(id)),
    [columns, columnChoice.chosen],
  )
  const actions = useCallback(
    (row: Business) => (
      <>
        <span className="contents in-data-[cards=true]:hidden">
          <IconButton
            label={`Edit ${isolated(row.name)}`}
            icon={<Pencil aria-hidden="true" />}
            onClick={() => setEditing(row)}
          />
          <IconButton
            label={`Delete ${isolated(row.name)}`}
            tone="danger"
            icon={<Trash2 aria-hidden="true" />}
            onClick={() => setDeleting(row)}
          />
        </span>
        {/* Two buttons would take a line of their own on a card. */}
        <span className="hidden in-data-[cards=true]:contents">
          <Menu
            label={`Actions for ${isolated(row.name)}`}
            items={[
              {
                id: 'edit',
                label: 'Edit',
                icon: <Pencil aria-hidden="true" />,
                onSelect: () => setEditing(row),
              },
              {
                id: 'delete',
                label: 'Delete',
                icon: <Trash2 aria-hidden="true" />,
                danger: true,
                onSelect: () => setDeleting(row),
              },
            ]}
          />
        </span>
      </>
    ),
    [],
  )
  const isFiltered = isNarrowed(filter)
  const isEmpty = table.businesses_count === 0 && !isFiltered
  return (
    <>
      {!isEmpty && (
        <BusinessFilters
          filter={filter}
          onChange={list.setFilter}
          columns={columns.filter(({ id }) => !fixedColumns.includes(id))}
          columnChoice={columnChoice}
        />
      )}
      <Table
        label="Businesses"
        rows={businesses}
        columns={shownColumns}
        rowKey={(row) => row.place_id}
        rowLabel={(row) => row.name}
        onNearEnd={list.onNearEnd}
        sort={{ current: list.sort, onChange: list.setSort }}
        selection={useTableSelection(table, list, chosen)}
        rowActions={actions}
        actionsPlace="beside"
        actionsWidth={ACTIONS_WIDTH}
        renderBelow={(row) =>
          opened.has(row.place_id) ? (
            <BusinessProspects tableId={table.id} business={row} gathering={gathering} />
          ) : null
        }
        empty={<NoBusinesses isFiltered={isFiltered} onClear={() => list.setFilter({})} />}
        footer={<Footer businesses={businesses} matching={matching} table={table} chosen={chosen} />}
      />
      <BulkDelete table={table} chosen={chosen} />
      {editing && <BusinessDialog tableId={table.id} business={editing} onClose={() => setEditing(null)} />}
      <DeleteDialog
        open={deleting !== null}
        title="Delete business"
        message={`Are you sure you want to delete ‘${isolated(deleting?.name ?? '')}’ from this table? Its prospects stay.`}
        onCancel={() => setDeleting(null)}
        onDelete={() => {
          if (deleting) void remove({ ids: [deleting.place_id] })
          setDeleting(null)
        }}
      />
    </>
  )
}

function useTableSelection(table: TableDetail, list: BusinessListState, chosen: BusinessSelectionState) {
  const shown = list.businesses.map(({ place_id }) => place_id)
  const selected = shownSelected(chosen.selection, shown)
  return {
    selected,
    isQuiet: true,
    onChange: (next: Set<string>) => chosen.select(withShown(chosen.selection, shown, next)),
    all: isNarrowed(list.filter)
      ? {
          state: stateOfAll(selected, shown),
          onChange: (isSelected: boolean) => void chosen.selectMatching(list.filter, isSelected, shown),
        }
      : {
          state: stateOf(chosen.selection, table.businesses_count),
          onChange: (isSelected: boolean) => chosen.select(isSelected ? everything : nothing),
        },
  }
}

interface FooterProps {
  businesses: Business[]
  matching: number
  table: TableDetail
  chosen: BusinessSelectionState
}

function Footer({ businesses, matching, table, chosen }: FooterProps) {
  const attributions = new Set(businesses.map((row) => row.attribution).filter((text) => text !== null))
  const count = countOf(table.businesses_count, 'business', 'businesses')
  const selected = countSelected(chosen.selection, table.businesses_count).toLocaleString()
  return (
    <span className="flex flex-wrap justify-between gap-x-6 gap-y-1">
      <span>
        {matching === table.businesses_count ? count : `${matching.toLocaleString()} of ${count}`}, {selected}{' '}
        selected
      </span>
      <span>{[...attributions].join(' · ')}</span>
    </span>
  )
}

function NoBusinesses({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered)
    return (
      <EmptyState
        illustration="stream"
        title="No businesses match"
        action={<Button onClick={onClear}>Clear filters</Button>}
      >
        The filter looks at names and addresses.
      </EmptyState>
    )
  return (
    <EmptyState illustration="pan" title="No businesses in this table">
      Add one by hand, or save another search.
    </EmptyState>
  )
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return next
}

interface BusinessFiltersProps {
  filter: BusinessFilter
  onChange: (filter: BusinessFilter) => void
  columns: { id: string; header: string }[]
  columnChoice: ReturnType<typeof useChosenColumns>
}

function BusinessFilters({ filter, onChange, columns, columnChoice }: BusinessFiltersProps) {
  const change = (name: keyof BusinessFilter, value: string) => {
    const { [name]: _before, ...others } = filter
    onChange(readFilter(new URLSearchParams({ ...others, ...(value ? { [name]: value } : {}) })))
  }
  return (
    <FilterBar
      search={
        <SearchInput
          label="Search businesses"
          placeholder="Name or address"
          className="w-72"
          value={filter.text ?? ''}
          onChange={(text) => change('text', text)}
        />
      }
      active={[filter.prospects, filter.outcome].filter(Boolean).length}
      end={
        <ColumnMenu
          columns={columns}
          chosen={columnChoice.chosen}
          onChoose={columnChoice.choose}
          onReset={columnChoice.reset}
        />
      }
    >
      {narrowings.map(({ name, label, all, options }) => (
        <Field key={name} label={label} hideLabel className="w-44">
          <Select
            placeholder={all}
            options={options}
            value={filter[name] ?? ''}
            onChange={({ target }) => change(name, target.value)}
          />
        </Field>
      ))}
    </FilterBar>
  )
}

const narrowings = [
  {
    name: 'outcome',
    label: 'Result',
    all: 'All results',
    options: Object.entries(outcomeLabels).map(([value, label]) => ({ value, label })),
  },
  {
    name: 'prospects',
    label: 'Prospects',
    all: 'All prospects',
    options: [
      { value: 'with', label: 'With prospects' },
      { value: 'without', label: 'Without prospects' },
    ],
  },
] as const

/** Bulk actions. Hidden while all businesses are selected, which is the default. */
function BulkDelete({ table, chosen }: { table: TableDetail; chosen: BusinessSelectionState }) {
  const { selection, select } = chosen
  const { remove, isRemoving } = useRemoveWithUndo(table.id)
  const [isAsking, setAsking] = useState(false)
  const isChosen = selection.kind === 'some' || selection.keys.size > 0
  const count = countSelected(selection, table.businesses_count)
  const businesses = countOf(count, 'business', 'businesses')

  async function removeAll() {
    setAsking(false)
    select(everything)
    if (!(await remove(selectionBody(selection, {})))) select(selection)
  }

  return (
    <>
      <SelectionBar
        count={isChosen ? count : 0}
        noun={['business', 'businesses']}
        onClear={() => select(nothing)}
      >
        <Button
          size="sm"
          icon={<Trash2 aria-hidden="true" />}
          busy={isRemoving && 'Deleting…'}
          onClick={() => setAsking(true)}
        >
          Delete
        </Button>
      </SelectionBar>
      <DeleteDialog
        open={isAsking}
        title="Delete businesses"
        message={`Are you sure you want to delete ${businesses} from this table? Their prospects stay.`}
        onCancel={() => setAsking(false)}
        onDelete={() => void removeAll()}
      />
    </>
  )
}

const businesses = (count: number) => countOf(count, 'business', 'businesses')

/** Deletes businesses from a table, with Undo. */
function useRemoveWithUndo(tableId: string) {
  const remove = useDeleteBusinesses(tableId)
  const restore = useRestoreBusinesses(tableId)

  async function takeBack(removalId: string) {
    try {
      const { restored } = await restore.mutateAsync(removalId)
      toast.info(`${businesses(restored)} put back`)
    } catch (error) {
      toast.error(errorText(error, tableMessages.restoreFailed))
    }
  }

  return {
    isRemoving: remove.isPending,
    /** Returns true if they were deleted. */
    async remove(selection: BusinessSelection): Promise<boolean> {
      try {
        const { deleted, undo } = await remove.mutateAsync(selection)
        toast.success(`${businesses(deleted)} deleted`, {
          action: undo === null ? undefined : { label: 'Undo', onClick: () => void takeBack(undo) },
          duration: 10_000,
        })
        return true
      } catch {
        // The mutation has restored the rows and shown the reason.
        return false
      }
    },
  }
}
