import { type ImportJob, importRoutes } from '@goldpan/contract/imports'
import { pathOf } from '@goldpan/contract/route'
import { Download } from 'lucide-react'
import { Link } from 'react-router'
import { countOf } from '../../lib/counts.ts'
import { paths } from '../../lib/paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { DialogFooter } from '../../ui/dialog.tsx'

/** How it ended, and what was left out. */
export function ImportOutcome({ job, onClose }: { job: ImportJob; onClose: () => void }) {
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
        {job.status === 'completed' ? 'Import completed' : 'Import cancelled. What was imported stays'}:{' '}
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
