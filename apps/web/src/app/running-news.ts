import type { RunningJob } from '@goldpan/contract/home'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { setTitleNotice } from '../lib/page-title.ts'
import { paths } from '../lib/paths.ts'
import { toast } from '../ui/toast.ts'
import { useRunning } from './running.queries.ts'

export const pathOfJob = ({ kind, subject_id }: RunningJob): string =>
  kind === 'gathering' ? paths.table(subject_id) : paths.campaign(subject_id)

const ended = { gathering: 'Gathering ended', sending: 'Sending ended' } as const

/** Says when background work has ended: before the tab's title, and as a toast unless its own screen shows it. */
export function useRunningNews(): void {
  const { data } = useRunning()
  const client = useQueryClient()
  const { pathname } = useLocation()
  const before = useRef<RunningJob[]>([])
  useEffect(() => {
    if (!data) return
    const gone = before.current.filter(({ id }) => !data.some((job) => job.id === id))
    before.current = data
    for (const job of gone) {
      const text = `${ended[job.kind]}: ${job.name}`
      setTitleNotice(text)
      if (pathname !== pathOfJob(job)) toast.info(text)
    }
    if (gone.length > 0) void client.invalidateQueries({ queryKey: ['home'] })
  }, [data, client, pathname])
}
