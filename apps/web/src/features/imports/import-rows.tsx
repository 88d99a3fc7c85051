import { type ImportJob, type ImportRow, importMessages, type RowState } from '@goldpan/contract/imports'
import { useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { CutText } from '../../ui/cut-text.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Select } from '../../ui/select.tsx'
import { Table } from '../../ui/table.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { useRows } from './imports.queries.ts'

const labels: Record<RowState, string> = {
  unread: 'Not read yet',
  ready: 'Ready',
  duplicate: 'Duplicates',
  repeated: 'Twice in the file',
  problem: 'Problems',
  added: 'Added',
  updated: 'Updated',
  skipped: 'Left out',
}

/** The rows of a file by what becomes of them, each with its reason. */
export function ImportRows({ job, states }: { job: ImportJob; states: RowState[] }) {
  const [state, setState] = useState(states[0] ?? 'ready')
  const rows = useRows(job.id, state)
  if (states.length === 0) return null
  return (
    <div className="flex flex-col gap-3">
      <Field label="Rows shown" hideLabel className="sm:w-72">
        <Select
          options={states.map((value) => ({
            value,
            label: `${labels[value]} (${job.counts[value].toLocaleString()})`,
          }))}
          value={state}
          onChange={(event) => setState(event.target.value as RowState)}
        />
      </Field>
      {rows.isError ? (
        <ErrorState
          level={3}
          message={errorText(rows.error, importMessages.loadFailed)}
          onRetry={rows.refetch}
          isRetrying={rows.isFetching}
        />
      ) : (
        <Table
          label={labels[state]}
          density="compact"
          skeletonRows={4}
          rows={rows.data?.pages.flatMap(({ answer }) => answer)}
          columns={columnsOf(job)}
          rowKey={(row) => String(row.line)}
        />
      )}
      {rows.hasNextPage && (
        <LoadMore
          label="Show more rows"
          busy={rows.isFetchingNextPage}
          onLoad={() => void rows.fetchNextPage()}
        />
      )}
    </div>
  )
}

/** The line, what is wrong, and the first cells that mean something. */
function columnsOf(job: ImportJob): Column<ImportRow>[] {
  const mapped = Object.values(job.mapping).toSorted((a, b) => a - b)
  return [
    { id: 'line', header: 'Line', width: '5rem', isTitle: true, cell: (row) => `Line ${row.line}` },
    { id: 'problem', header: 'What to know', width: '38%', cell: (row) => row.problem ?? 'Ready to import' },
    ...mapped.slice(0, 3).map((column) => ({
      id: String(column),
      header: job.columns[column] || `Column ${column + 1}`,
      cell: (row: ImportRow) => <CutText>{row.cells[column]?.slice(0, 300) || '–'}</CutText>,
    })),
  ]
}
