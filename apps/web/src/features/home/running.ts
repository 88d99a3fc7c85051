import { homeRoutes, IDLE_POLL_MS, RUNNING_POLL_MS, type RunningJob } from '@goldpan/contract/home'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/goldpan-api.ts'
import { openImport } from '../../lib/import-request.ts'
import { paths } from '../../lib/paths.ts'

export const jobNames = {
  gathering: 'Gathering',
  sending: 'Sending',
  checking: 'Checking',
  importing: 'Importing',
} as const

/** The screen that shows a job; null if a dialog shows it over any screen. */
export function pathOfJob({ kind, subject_id }: RunningJob): string | null {
  if (kind === 'gathering') return paths.table(subject_id)
  return kind === 'sending' ? paths.campaign(subject_id) : null
}

/** Shows an import in its dialog. */
export const openJob = ({ rows = 'prospects', subject_id }: RunningJob): void =>
  openImport({ kind: rows, id: subject_id })

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
