import type { RunningJob } from '@goldpan/contract/home'
import clsx from 'clsx'
import { JobLink } from '../features/home/job-link.tsx'
import { jobNames, useRunning } from '../features/home/running.ts'
import { isolated } from '../ui/isolated.ts'
import { Spinner } from '../ui/spinner.tsx'
import { percentOf } from '../ui/usage-state.ts'

const SHOWN = 3

/** Background jobs with their progress, at the foot of the sidebar. */
export function RunningWork({ isFolded }: { isFolded: boolean }) {
  const jobs = useRunning().data ?? []
  if (jobs.length === 0) return null
  const more = jobs.length - SHOWN
  return (
    <section aria-label="Working in the background">
      <ul className="flex flex-col gap-1">
        {jobs.slice(0, isFolded ? 1 : SHOWN).map((job) => (
          <RunningItem key={job.id} job={job} isFolded={isFolded} />
        ))}
      </ul>
      {more > 0 && !isFolded && <p className="px-2 pt-1 text-xs text-ink-muted">and {more} more</p>}
    </section>
  )
}

/** Background jobs in the top bar of small screens. */
export function RunningMark() {
  const [job, ...others] = useRunning().data ?? []
  if (!job) return null
  const more = others.length > 0 ? `, and ${others.length} more` : ''
  return (
    <JobLink
      job={job}
      label={sentenceOf(job) + more}
      className="flex min-h-11 items-center gap-2 rounded-md px-2 text-sm text-ink-muted tabular-nums"
    >
      <Spinner />
      {percentOf(job.done, job.total)}%
    </JobLink>
  )
}

const sentenceOf = ({ kind, name, done, total }: RunningJob): string =>
  `${jobNames[kind]}: ${isolated(name)}, ${done} of ${total}`

function RunningItem({ job, isFolded }: { job: RunningJob; isFolded: boolean }) {
  const percent = percentOf(job.done, job.total)
  return (
    <li>
      <JobLink
        job={job}
        label={sentenceOf(job)}
        className={clsx(
          'flex min-h-9 w-full items-center gap-2 rounded-md px-2 py-1.5 hover:bg-hover',
          isFolded && 'justify-center',
        )}
      >
        <Spinner />
        {!isFolded && (
          <span className="min-w-0 flex-1 text-start">
            <span className="flex justify-between gap-2 text-xs">
              <span dir="auto" className="cut">
                {job.name}
              </span>
              <span className="text-ink-muted tabular-nums">{percent}%</span>
            </span>
            <span className="mt-1 block h-1 overflow-hidden rounded-full bg-pressed">
              <span
                className="block h-full bg-accent transition-[width] duration-220"
                style={{ width: `${percent}%` }}
              />
            </span>
          </span>
        )}
      </JobLink>
    </li>
  )
}
