import type { PaceAnswer } from '@goldpan/contract/sending-care'
import { useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { draftOf, type PaceDraft, type PaceErrors, readDraft } from './pace-draft.ts'
import { useSavePace } from './sending-pace.queries.ts'

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
const zones = [...new Set(['UTC', ownZone, ...Intl.supportedValuesOf('timeZone')])].toSorted()

export function PaceForm({ saved }: { saved: PaceAnswer }) {
  const [draft, setDraft] = useState(() => draftOf(saved, ownZone))
  const [errors, setErrors] = useState<PaceErrors>({})
  const save = useSavePace()
  const change = (part: Partial<PaceDraft>) => setDraft({ ...draft, ...part })
  return (
    <form
      noValidate
      className="flex max-w-[44rem] flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        const read = readDraft(draft)
        setErrors('errors' in read ? read.errors : {})
        if ('pace' in read)
          save.mutate(read.pace, {
            onSuccess: () => toast.success('Sending pace saved'),
            onError: (error) => toast.error(errorText(error, 'Failed to save the sending pace')),
          })
      }}
    >
      {saved.is_free && saved.is_default && (
        <Banner>This installation spreads nothing by itself. What you save here holds all the same.</Banner>
      )}
      <Card title="How many" description="The limit counts all of your campaigns on one day.">
        <div className="flex flex-col gap-4">
          <Field label="Emails a day at most" help="Leave it empty for no limit." error={errors.daily_cap}>
            <TextInput
              inputMode="numeric"
              className="sm:max-w-48"
              value={draft.daily_cap}
              onChange={(event) => change({ daily_cap: event.target.value })}
            />
          </Field>
          <Checkbox
            label="Start slowly with a new sending domain"
            help="20 emails on its first day and a fifth more on each day after, for 30 days of sending."
            checked={draft.has_ramp}
            onChange={(event) => change({ has_ramp: event.target.checked })}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label="Shortest gap in seconds"
              help="Between two emails. 0 and 0 for none."
              error={errors.gap_from_seconds}
            >
              <TextInput
                inputMode="numeric"
                value={draft.gap_from_seconds}
                onChange={(event) => change({ gap_from_seconds: event.target.value })}
              />
            </Field>
            <Field
              label="Longest gap in seconds"
              help="Each gap is chosen at random in between."
              error={errors.gap_to_seconds}
            >
              <TextInput
                inputMode="numeric"
                value={draft.gap_to_seconds}
                onChange={(event) => change({ gap_to_seconds: event.target.value })}
              />
            </Field>
          </div>
        </div>
      </Card>
      <WindowCard draft={draft} errors={errors} onChange={change} />
      <div className="flex flex-col sm:items-start">
        <Button type="submit" variant="primary" busy={save.isPending && 'Saving…'}>
          Save
        </Button>
      </div>
    </form>
  )
}

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

interface WindowCardProps {
  draft: PaceDraft
  errors: PaceErrors
  onChange: (part: Partial<PaceDraft>) => void
}

function WindowCard({ draft, errors, onChange }: WindowCardProps) {
  const toggle = (day: number, isWanted: boolean) =>
    onChange({
      window_days: isWanted
        ? [...draft.window_days, day].toSorted()
        : draft.window_days.filter((one) => one !== day),
    })
  return (
    <Card title="When" description="Emails leave only in this window; the rest waits for it to open.">
      <div className="flex flex-col gap-4">
        <fieldset>
          <legend className="mb-1 text-sm font-medium">Days</legend>
          <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
            {days.map((name, index) => (
              <Checkbox
                key={name}
                label={name}
                checked={draft.window_days.includes(index + 1)}
                onChange={(event) => toggle(index + 1, event.target.checked)}
              />
            ))}
          </div>
          {errors.window_days && (
            <p role="alert" className="mt-1 text-sm text-danger-ink">
              {errors.window_days}
            </p>
          )}
        </fieldset>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="From" error={errors.window_from}>
            <TextInput
              type="time"
              value={draft.window_from}
              onChange={(event) => onChange({ window_from: event.target.value })}
            />
          </Field>
          <Field label="To" error={errors.window_to}>
            <TextInput
              type="time"
              value={draft.window_to}
              onChange={(event) => onChange({ window_to: event.target.value })}
            />
          </Field>
        </div>
        <Field label="Time zone" error={errors.time_zone}>
          <Select
            options={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
            value={draft.time_zone}
            onChange={(event) => onChange({ time_zone: event.target.value })}
          />
        </Field>
      </div>
    </Card>
  )
}
