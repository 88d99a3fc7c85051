import type { RunningJob } from '@goldpan/contract/home'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { openJob, pathOfJob, useRunning } from '../features/home/running.ts'
import { importRequestStore } from '../lib/import-request.ts'
import { setTitleNotice } from '../lib/page-title.ts'
import { isolated } from '../ui/isolated.ts'
import { toast } from '../ui/toast.ts'

const ended = {
  gathering: 'Gathering ended',
  sending: 'Sending ended',
  checking: 'File checked',
  importing: 'Import ended',
} as const

/** An import has two jobs under one id: checking and importing. */
const isSame = (one: RunningJob, other: RunningJob) => one.id === other.id && one.kind === other.kind

/** Announces the end of background jobs in the tab's title, and in a toast unless their screen is open. */
export function useRunningNews(): void {
  const { data } = useRunning()
  const client = useQueryClient()
  const { pathname } = useLocation()
  const before = useRef<RunningJob[]>([])
  useEffect(() => {
    if (!data) return
    const gone = before.current.filter((job) => !data.some((other) => isSame(job, other)))
    before.current = data
    for (const job of gone) {
      const text = `${ended[job.kind]}: ${isolated(job.name)}`
      setTitleNotice(text)
      const isSeen = pathname === pathOfJob(job) || importRequestStore.get()?.id === job.subject_id
      const action = job.kind === 'checking' ? { label: 'Continue', onClick: () => openJob(job) } : undefined
      if (!isSeen) toast.info(text, { action })
    }
    if (gone.length > 0) void client.invalidateQueries({ queryKey: ['home'] })
    if (gone.some(({ kind }) => kind === 'importing'))
      for (const list of ['prospects', 'tables']) void client.invalidateQueries({ queryKey: [list] })
  }, [data, client, pathname])
}
