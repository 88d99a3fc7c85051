import { IMPORT_MAX_BYTES, type ImportJob, importMessages, importRoutes } from '@goldpan/contract/imports'
import { pathOf } from '@goldpan/contract/route'
import { useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { countOf } from '../../lib/counts.ts'
import { errorText } from '../../lib/error-text.ts'
import { type ImportRequest, openImport } from '../../lib/import-request.ts'
import { paths } from '../../lib/paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { isolated } from '../../ui/isolated.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { LoadingScreen } from '../../ui/spinner.tsx'
import { toast } from '../../ui/toast.ts'
import { ColumnMapping } from './column-mapping.tsx'
import { ImportPreview } from './import-preview.tsx'
import { useCancel, useImport, useUpload } from './imports.queries.ts'

/** The import in steps: choose a file, map its columns, check its rows, import. */
export function ImportDialog({ request, onClose }: { request: ImportRequest; onClose: () => void }) {
  const client = useQueryClient()
  const { id } = request
  // Reopening an import that was checked meanwhile shows the preview.
  const [isMapping, setMapping] = useState(id === undefined)
  const job = useImport(id)
  const status = job.data?.status
  const close = () => {
    if (status && status !== 'read')
      void Promise.all(['prospects', 'tables'].map((key) => client.invalidateQueries({ queryKey: [key] })))
    onClose()
  }
  return (
    <Dialog
      open
      size="xl"
      onClose={close}
      title={request.kind === 'prospects' ? 'Import prospects' : 'Import businesses'}
      description={
        job.data
          ? `${isolated(job.data.file_name)}: ${countOf(job.data.progress.total, 'row')}, ${job.data.encoding}`
          : undefined
      }
      dirty={status === 'checked' || status === 'read'}
    >
      {id === undefined ? (
        <FileStep request={request} onRead={(read) => openImport({ ...request, id: read.id })} />
      ) : job.isError ? (
        <ErrorState
          level={3}
          message={errorText(job.error, importMessages.loadFailed)}
          onRetry={job.refetch}
          isRetrying={job.isFetching}
        />
      ) : !job.data ? (
        <LoadingScreen />
      ) : status === 'read' || (status === 'checked' && isMapping) ? (
        <ColumnMapping
          key={id}
          job={job.data}
          request={request}
          onChecked={() => setMapping(false)}
          onOtherFile={() => openImport(withoutFile(request))}
        />
      ) : status === 'checking' || status === 'importing' ? (
        <ImportProgress job={job.data} />
      ) : status === 'checked' ? (
        <ImportPreview job={job.data} onBack={() => setMapping(true)} />
      ) : (
        <ImportOutcome job={job.data} onClose={close} />
      )}
    </Dialog>
  )
}

const withoutFile = ({ id: _id, ...request }: ImportRequest): ImportRequest => request

function FileStep({ request, onRead }: { request: ImportRequest; onRead: (job: ImportJob) => void }) {
  const upload = useUpload(request.kind)
  const [file, setFile] = useState<File | null>(null)
  const read = (chosen: File | null) => {
    setFile(chosen)
    if (chosen) upload.mutate(chosen, { onSuccess: onRead })
  }
  return (
    <div className="flex flex-col gap-4">
      {upload.isPending && (
        <p role="status" className="text-ink-muted">
          Reading the file…
        </p>
      )}
      {upload.isError && (
        <Banner kind="error" announce>
          {errorText(upload.error, importMessages.uploadFailed)}
        </Banner>
      )}
      <FileDrop
        label="CSV file"
        accept=".csv,.txt,.tsv"
        maxBytes={IMPORT_MAX_BYTES}
        help="Up to 100,000 rows and 50 MB, with a header row. You see what would be imported first."
        sizeMessage={importMessages.tooLarge}
        typeMessage={importMessages.wrongType}
        value={file}
        onChange={read}
      />
    </div>
  )
}

function ImportProgress({ job }: { job: ImportJob }) {
  const cancel = useCancel(job.id)
  const isChecking = job.status === 'checking'
  const { counts } = job
  // Only rows without problems are imported.
  const total = isChecking
    ? job.progress.total
    : Math.max(job.progress.processed, job.progress.processed + counts.ready)
  return (
    <div className="flex min-h-40 flex-col justify-center gap-3">
      <ProgressBar
        label={isChecking ? 'Checking the rows' : 'Importing'}
        value={job.progress.processed}
        max={total}
        text={`${job.progress.processed.toLocaleString()} of ${countOf(total, 'row')}`}
        action={
          <Button
            size="sm"
            busy={cancel.isPending && 'Cancelling…'}
            onClick={() =>
              cancel.mutate(undefined, {
                onError: (error) => toast.error(errorText(error, importMessages.loadFailed)),
              })
            }
          >
            Cancel
          </Button>
        }
      />
      <p className="text-sm text-ink-muted">
        You can close this; it continues in the background{isChecking ? ', and nothing is imported yet' : ''}.
      </p>
    </div>
  )
}

function ImportOutcome({ job, onClose }: { job: ImportJob; onClose: () => void }) {
  const { counts } = job
  const left = counts.problem + counts.repeated + counts.skipped + counts.duplicate
  const words = [
    `${counts.added.toLocaleString()} added`,
    counts.updated > 0 && `${counts.updated.toLocaleString()} updated`,
    left > 0 && `${left.toLocaleString()} not imported`,
  ].filter(Boolean)
  return (
    <div className="flex flex-col gap-5">
      <Banner kind={job.status === 'completed' ? 'success' : 'warning'} announce>
        {job.status === 'completed' ? 'Import completed' : 'Import cancelled. Imported rows stay'}:{' '}
        {words.join(', ')}.{job.error && ` ${job.error}`}
      </Banner>
      <DialogFooter inContent>
        {left > 0 && (
          <a
            href={pathOf(importRoutes.errorFile.path, { id: job.id })}
            download
            className={`${buttonClass()} sm:me-auto`}
          >
            <Download aria-hidden="true" />
            {`Download ${countOf(left, 'row')} with the reasons`}
          </a>
        )}
        {job.kind === 'businesses' && job.business_table_id && (
          <Link to={paths.table(job.business_table_id)} onClick={onClose} className={buttonClass()}>
            Open the table
          </Link>
        )}
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </div>
  )
}
