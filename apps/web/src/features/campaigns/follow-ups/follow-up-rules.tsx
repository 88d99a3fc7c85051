import type { StepList } from '@goldpan/contract/follow-ups'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { useSetRules } from './follow-ups.queries.ts'

const scopes = [
  { value: 'person', label: 'This person answers' },
  { value: 'business', label: 'Anybody at the same business answers' },
]

/** What stops follow-ups, and what goes first. Each choice is saved at once. */
export function FollowUpRules({ campaignId, list }: { campaignId: string; list: StepList }) {
  const { stop_scope, follow_ups_first } = list
  const set = useSetRules(campaignId)
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
      <Field label="Stop when" className="w-80 max-w-full">
        <Select
          options={scopes}
          value={stop_scope}
          onChange={({ target }) =>
            set.mutate({ stop_scope: target.value === 'person' ? 'person' : 'business', follow_ups_first })
          }
        />
      </Field>
      <Checkbox
        className="sm:min-h-control sm:justify-center"
        label="Send due follow-ups before first emails"
        checked={follow_ups_first}
        onChange={({ target }) => set.mutate({ stop_scope, follow_ups_first: target.checked })}
      />
    </div>
  )
}
