import type { RunningJob } from '@goldpan/contract/home'
import { Card } from '../../ui/card.tsx'
import { isolated } from '../../ui/isolated.ts'
import { percentOf } from '../../ui/usage-state.ts'
import { JobLink } from './job-link.tsx'
import { jobNames } from './running.ts'

/** Background work with its progress. */
export function RunningCard({ jobs }: { jobs: readonly RunningJob[] }) {
  return (
    <Card flush title="Running">
      <ul className="divide-y divide-line border-t border-line">
        {jobs.map((job) => (
          <RunningItem key={`${job.kind} ${job.id}`} job={job} />
        ))}
      </ul>
    </Card>
  )
}

function RunningItem({ job }: { job: RunningJob }) {
  const { kind, name, done, total } = job
  const progress = `${done.toLocaleString()} of ${total.toLocaleString()}`
  return (
    <li>
      <JobLink
        job={job}
        label={`${jobNames[kind]}: ${isolated(name)}, ${progress}`}
        className="block w-full px-4 py-2.5 text-start hover:bg-hover"
      >
        <span className="flex items-baseline gap-2">
          <span className="text-ink-muted">{jobNames[kind]}</span>
          <span dir="auto" className="cut font-medium">
            {name}
          </span>
          <span className="ms-auto shrink-0 text-ink-muted tabular-nums">{progress}</span>
        </span>
        <span className="mt-1.5 block h-1 overflow-hidden rounded-full bg-pressed">
          <span
            className="block h-full bg-accent transition-[width] duration-220"
            style={{ width: `${percentOf(done, total)}%` }}
          />
        </span>
      </JobLink>
    </li>
  )
}
