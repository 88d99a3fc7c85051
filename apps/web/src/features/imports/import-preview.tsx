import { type ImportJob, importMessages, type RowState } from '@goldpan/contract/imports'
import { type SubmitEvent, useState } from 'react'
import { countOf } from '../../lib/counts.ts'
import { errorText } from '../../lib/error-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DialogFooter } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { ImportRows } from './import-rows.tsx'
import { useStart } from './imports.queries.ts'

interface ImportPreviewProps {
  job: ImportJob
  onBack: () => void
}

/** What importing would do, before it does it. */
export function ImportPreview({ job, onBack }: ImportPreviewProps) {
  const start = useStart(job.id)
  const { counts } = job
  const [doesUpdate, setDoesUpdate] = useState(false)
  const [name, setName] = useState(job.file_name.replace(/\.[^.]*$/, '').slice(0, 200))
  const [nameError, setNameError] = useState<string>()
  const needsName = job.kind === 'businesses' && !job.business_table_id
  const wanted = counts.ready + (doesUpdate ? counts.duplicate : 0)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const isNameless = needsName && !name.trim()
    setNameError(isNameless ? 'Please enter a table name' : undefined)
    if (isNameless || wanted === 0 || start.isPending) return
    start.mutate({ duplicates: doesUpdate ? 'update' : 'skip', ...(needsName ? { table_name: name } : {}) })
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {start.isError && (
        <Banner kind="error" announce>
          {errorText(start.error, importMessages.startFailed)}
        </Banner>
      )}
      <p role="status" className="text-base">
        <strong>{counts.ready.toLocaleString()}</strong> of {countOf(job.progress.total, 'row')} can be
        imported.
      </p>
      {job.suppressed > 0 && (
        <Banner kind="warning">
          {countOf(job.suppressed, 'address is', 'addresses are')} on your list of addresses never to write
          to. They are imported, and no campaign will write to them.
        </Banner>
      )}
      <ImportRows job={job} states={shownFirst(job)} />
      {counts.duplicate > 0 && (
        <Checkbox
          label={`Update ${countOf(counts.duplicate, 'duplicate')} with what the file says`}
          help="Blank cells change nothing, and a status stays as it is. Otherwise duplicates are left alone."
          checked={doesUpdate}
          onChange={(event) => setDoesUpdate(event.target.checked)}
        />
      )}
      {needsName && (
        <Field label="Table name" error={nameError} className="sm:w-1/2">
          <TextInput value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />
        </Field>
      )}
      <DialogFooter inContent>
        {wanted === 0 && (
          <span className="me-auto text-sm text-ink-muted">There is nothing new to import in this file.</span>
        )}
        <Button onClick={onBack}>Back to columns</Button>
        <Button type="submit" variant="primary" disabled={wanted === 0} busy={start.isPending && 'Starting…'}>
          {`Import ${countOf(wanted, 'row')}`}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** Problems come first: they are what one looks for. */
const shownFirst = ({ counts }: ImportJob): RowState[] =>
  (['problem', 'duplicate', 'repeated', 'ready'] as const).filter((state) => counts[state] > 0)
