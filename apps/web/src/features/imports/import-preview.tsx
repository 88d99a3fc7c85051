import { type ImportJob, type ImportRow, importMessages, type RowState } from '@goldpan/contract/imports'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { countOf } from '../../lib/counts.ts'
import { errorText } from '../../lib/error-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { CutText } from '../../ui/cut-text.tsx'
import { DialogFooter } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Select } from '../../ui/select.tsx'
import { Table } from '../../ui/table.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { TextInput } from '../../ui/text-input.tsx'
import { useRows, useStart } from './imports.queries.ts'

const unnamed = z.object({ doesUpdate: z.boolean(), name: z.string() })
const named = unnamed.refine(({ name }) => name.trim() !== '', {
  path: ['name'],
  message: 'Please enter a table name',
})

interface ImportPreviewProps {
  job: ImportJob
  onBack: () => void
}

/** Shows what importing would do, before it does it. */
export function ImportPreview({ job, onBack }: ImportPreviewProps) {
  const start = useStart(job.id)
  const { counts } = job
  const needsName = job.kind === 'businesses' && !job.business_table_id
  const form = useForm({
    resolver: zodResolver(needsName ? named : unnamed),
    defaultValues: { doesUpdate: false, name: job.file_name.replace(/\.[^.]*$/, '').slice(0, 200) },
  })
  const { errors, isSubmitting } = form.formState
  const wanted = counts.ready + (form.watch('doesUpdate') ? counts.duplicate : 0)
  const onSubmit = form.handleSubmit(async ({ doesUpdate, name }) => {
    if (wanted === 0) return
    const duplicates = doesUpdate ? 'update' : 'skip'
    try {
      await start.mutateAsync(needsName ? { duplicates, table_name: name } : { duplicates })
    } catch (error) {
      form.setError('root', { message: errorText(error, importMessages.startFailed) })
    }
  })

  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
      {errors.root && (
        <Banner kind="error" announce>
          {errors.root.message}
        </Banner>
      )}
      <p role="status" className="text-base">
        <strong>{counts.ready.toLocaleString()}</strong> of {countOf(job.progress.total, 'row')} can be
        imported.
      </p>
      {job.suppressed > 0 && (
        <Banner kind="warning">
          {countOf(job.suppressed, 'address is', 'addresses are')} on your do-not-contact list. They are
          imported, but no campaign will write to them.
        </Banner>
      )}
      <ImportRows job={job} states={shownFirst(job)} />
      {counts.duplicate > 0 && (
        <Checkbox
          label={`Update ${countOf(counts.duplicate, 'duplicate')} from the file`}
          help="Blank cells change nothing, and statuses stay. If off, duplicates are skipped."
          {...form.register('doesUpdate')}
        />
      )}
      {needsName && (
        <Field label="Table name" error={errors.name?.message} className="sm:w-1/2">
          <TextInput maxLength={200} {...form.register('name')} />
        </Field>
      )}
      <DialogFooter inContent>
        {wanted === 0 && (
          <span className="me-auto text-sm text-ink-muted">There is nothing new to import in this file.</span>
        )}
        <Button onClick={onBack}>Back to columns</Button>
        <Button type="submit" variant="primary" disabled={wanted === 0} busy={isSubmitting && 'Starting…'}>
          {`Import ${countOf(wanted, 'row')}`}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** Problems first. */
const shownFirst = ({ counts }: ImportJob): RowState[] =>
  (['problem', 'duplicate', 'repeated', 'ready'] as const).filter((state) => counts[state] > 0)

const labels: Record<RowState, string> = {
  unread: 'Not checked yet',
  ready: 'Ready',
  duplicate: 'Duplicates',
  repeated: 'Repeated in the file',
  problem: 'Problems',
  added: 'Added',
  updated: 'Updated',
  skipped: 'Left out',
}

/** The rows of a file by state, each with its reason. */
function ImportRows({ job, states }: { job: ImportJob; states: RowState[] }) {
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

function columnsOf(job: ImportJob): Column<ImportRow>[] {
  const mapped = Object.values(job.mapping).toSorted((a, b) => a - b)
  return [
    { id: 'line', header: 'Line', width: '5rem', isTitle: true, cell: (row) => `Line ${row.line}` },
    { id: 'problem', header: 'Note', width: '38%', cell: (row) => row.problem ?? 'Ready to import' },
    ...mapped.slice(0, 3).map((column) => ({
      id: String(column),
      header: job.columns[column] || `Column ${column + 1}`,
      cell: (row: ImportRow) => <CutText>{row.cells[column]?.slice(0, 300) || '–'}</CutText>,
    })),
  ]
}
