import { homeRoutes, IDLE_POLL_MS, RUNNING_POLL_MS, type RunningJob } from '@goldpan/contract/home'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { call } from '../lib/goldpan-api.ts'
import { importRequestStore, openImport } from '../lib/import-request.ts'
import { setTitleNotice } from '../lib/page-title.ts'
import { paths } from '../lib/paths.ts'
import { isolated } from '../ui/isolated.ts'
import { toast } from '../ui/toast.ts'

/** The screen that shows a job; null if a dialog shows it over any screen. */
export function pathOfJob({ kind, subject_id }: RunningJob): string | null {
  if (kind === 'gathering') return paths.table(subject_id)
  return kind === 'sending' ? paths.campaign(subject_id) : null
}

/** Shows an import in its dialog. */
export const openJob = ({ rows = 'prospects', subject_id }: RunningJob): void =>
  openImport({ kind: rows, id: subject_id })

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

/** Running background jobs. Polls while there are any, in hidden tabs too, because their title announces the end. */
export const useRunning = () =>
  useQuery({
    queryKey: ['running'],
    queryFn: () => call(homeRoutes.running),
    refetchInterval: ({ state }) => {
      if (state.data?.length) return RUNNING_POLL_MS
      return document.visibilityState === 'visible' ? IDLE_POLL_MS : false
    },
    refetchIntervalInBackground: true,
    staleTime: RUNNING_POLL_MS,
  })
