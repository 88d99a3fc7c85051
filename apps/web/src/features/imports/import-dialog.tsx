import { IMPORT_MAX_BYTES, type ImportJob, importMessages } from '@goldpan/contract/imports'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { countOf } from '../../lib/counts.ts'
import { errorText } from '../../lib/error-text.ts'
import { type ImportRequest, openImport } from '../../lib/import-request.ts'
import { Banner } from '../../ui/banner.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { isolated } from '../../ui/isolated.ts'
import { LoadingScreen } from '../../ui/spinner.tsx'
import { ColumnMapping } from './column-mapping.tsx'
import { ImportOutcome } from './import-outcome.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ImportProgress } from './import-progress.tsx'
import { useImport, useUpload } from './imports.queries.ts'

/** From a file to rows in a list: choose it, say what its columns are, look at the problems, import. */
export function ImportDialog({ request, onClose }: { request: ImportRequest; onClose: () => void }) {
  const client = useQueryClient()
  const { id } = request
  // Whoever comes back to a file that was checked meanwhile looks at what was found.
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
      title={request.kind === 'prospects' ? 'Import Prospects' : 'Import Businesses'}
      description={
        job.data
          ? `${isolated(job.data.file_name)}: ${countOf(job.data.progress.total, 'row')}, ${job.data.encoding}`
          : 'From a CSV file, as every spreadsheet saves it. Nothing is imported before you have seen what would happen.'
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
        help="Up to 100,000 rows and 50 MB, with a line of headings. Commas, semicolons or tabs; UTF-8, UTF-16 or Windows-1252."
        sizeMessage={importMessages.tooLarge}
        typeMessage={importMessages.wrongType}
        value={file}
        onChange={read}
      />
    </div>
  )
}
