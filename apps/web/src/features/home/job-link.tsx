import type { RunningJob } from '@goldpan/contract/home'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { openJob, pathOfJob } from './running.ts'

interface JobLinkProps {
  job: RunningJob
  label: string
  className: string
  children: ReactNode
}

/** A link to the screen of a job, or a button that opens its dialog. */
export function JobLink({ job, label, className, children }: JobLinkProps) {
  const path = pathOfJob(job)
  if (path === null)
    return (
      <button
        type="button"
        title={label}
        aria-label={label}
        className={className}
        onClick={() => openJob(job)}
      >
        {children}
      </button>
    )
  return (
    <Link to={path} title={label} aria-label={label} className={className}>
      {children}
    </Link>
  )
}
