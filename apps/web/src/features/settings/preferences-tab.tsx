import type { Preferences } from '@goldpan/contract/accounts'
import { errorText } from '../../lib/error-text.ts'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { usePreferences, useSavePreferences } from './settings.queries.ts'

const choices = [
  {
    name: 'email_notifications',
    label: 'Email Notifications',
    help: 'When a job finishes, and at 80% and 100% of a limit. Replies are always forwarded to you.',
  },
  {
    name: 'weekly_reports',
    label: 'Weekly Reports',
    help: 'On Monday mornings, unless nothing happened.',
  },
] as const

/** Which notifications are sent. Each choice is saved at once. */
export function PreferencesTab() {
  const preferences = usePreferences()
  return (
    <Card title="Preferences" className="md:max-w-[44rem]">
      {preferences.isPending && (
        <div role="status" aria-label="Loading your preferences" className="flex flex-col gap-4">
          <SkeletonText lines={3} />
          <SkeletonText lines={3} />
        </div>
      )}
      {preferences.isError && (
        <ErrorState
          level={3}
          message={errorText(preferences.error, 'Failed to load data')}
          onRetry={() => void preferences.refetch()}
          isRetrying={preferences.isFetching}
        />
      )}
      {preferences.data && <Choices saved={preferences.data} />}
    </Card>
  )
}

function Choices({ saved }: { saved: Preferences }) {
  const save = useSavePreferences()
  // Optimistic: shows the change at once, and reverts it on failure.
  const shown = save.isPending ? save.variables : saved
  const choose = (name: keyof Preferences, isWanted: boolean) =>
    save.mutate(
      { ...shown, [name]: isWanted },
      {
        onSuccess: () => toast.success('Preferences saved'),
        onError: (error) => toast.error(errorText(error, 'Failed to save preferences')),
      },
    )
  return (
    <div className="flex flex-col gap-4">
      {choices.map(({ name, label, help }) => (
        <Checkbox
          key={name}
          label={label}
          help={help}
          checked={shown[name]}
          onChange={(event) => choose(name, event.target.checked)}
        />
      ))}
    </div>
  )
}
