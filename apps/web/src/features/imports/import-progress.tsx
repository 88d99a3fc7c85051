import { type ImportJob, importMessages } from '@goldpan/contract/imports'
import { countOf } from '../../lib/counts.ts'
import { errorText } from '../../lib/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { toast } from '../../ui/toast.ts'
import { useCancel } from './imports.queries.ts'

export function ImportProgress({ job }: { job: ImportJob }) {
  const cancel = useCancel(job.id)
  const isChecking = job.status === 'checking'
  const { counts } = job
  // Importing goes through those without problems only.
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
        You can close this; it goes on by itself{isChecking ? ', and nothing is imported yet' : ''}.
      </p>
    </div>
  )
}
