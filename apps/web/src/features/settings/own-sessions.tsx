import type { OwnSession } from '@goldpan/contract/accounts'
import { LogOut } from 'lucide-react'
import { formatDay, formatRelative } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { useEndOtherSessions, useOwnSessions } from './settings.queries.ts'

/** The browsers that are logged in, with a button to log the others out. */
export function OwnSessions() {
  const sessions = useOwnSessions()
  const hasOthers = sessions.data?.some(({ is_current }) => !is_current) ?? false
  return (
    <Card
      title="Sessions"
      description="Don’t recognize one? Log out the others and change your password."
      actions={hasOthers && <EndOthers />}
      className="lg:col-span-2"
    >
      {sessions.isPending && (
        <div role="status" aria-label="Loading the sessions" className="flex flex-col gap-3">
          <Skeleton height="2.5rem" />
          <Skeleton height="2.5rem" />
        </div>
      )}
      {sessions.isError && (
        <ErrorState
          level={3}
          message={errorText(sessions.error, 'Failed to load data')}
          onRetry={() => void sessions.refetch()}
          isRetrying={sessions.isFetching}
        />
      )}
      {sessions.data && (
        <ul className="flex flex-col divide-y divide-line">
          {sessions.data.map((session) => (
            <Browser key={session.id} session={session} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Browser({ session }: { session: OwnSession }) {
  const { device, started_at, used_at, is_current } = session
  // Sessions keep the system's time, whatever the demo clock says.
  const lastUsed = formatRelative(used_at, new Date())
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0">
      <span className="flex flex-wrap items-center gap-2 font-medium text-ink">
        {device}
        {is_current && <Badge colour="green">This browser</Badge>}
      </span>
      <span className="text-sm text-ink-muted">
        {is_current ? 'Active now' : `Last used ${lastUsed}`}, logged in {formatDay(started_at)}
      </span>
    </li>
  )
}

function EndOthers() {
  const end = useEndOtherSessions()
  return (
    <Button
      icon={<LogOut aria-hidden="true" />}
      busy={end.isPending && 'Logging out…'}
      onClick={() =>
        end.mutate(undefined, {
          onSuccess: ({ message }) => toast.success(message),
          onError: (error) => toast.error(errorText(error, 'Failed to log out the others')),
        })
      }
    >
      Log out the others
    </Button>
  )
}
