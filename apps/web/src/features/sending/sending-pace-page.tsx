import { MAX_DAYS_OFF, type Pace, type PaceAnswer } from '@goldpan/contract/sending-care'
import { zodResolver } from '@hookform/resolvers/zod'
import { X } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { Controller, type UseFormReturn, useForm } from 'react-hook-form'
import { formatLongDay } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { showRefusal } from '../../lib/form-errors.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field, FieldError } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonCard, SkeletonFields } from '../../ui/skeleton.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { EmailOptionPage } from './email-option-page.tsx'
import { daysWith, type TypedPace, typedPace, typedPaceOf } from './pace-draft.ts'
import { usePace, useSavePace } from './sending-settings.queries.ts'
import { weekDays } from './week-days.ts'

/** How mail is spread over days and hours, so that providers keep trusting the sender. */
export function SendingPacePage() {
  return (
    <EmailOptionPage
      title="Sending pace"
      loading="Loading the sending pace"
      coming={
        <div className="flex max-w-2xl flex-col gap-4">
          {[3, 4].map((count) => (
            <SkeletonCard key={count}>
              <SkeletonFields count={count} hasButton={false} />
            </SkeletonCard>
          ))}
        </div>
      }
      loaded={usePace()}
    >
      {(saved) => <PaceForm saved={saved} />}
    </EmailOptionPage>
  )
}

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
const zones = [...new Set(['UTC', ownZone, ...Intl.supportedValuesOf('timeZone')])].toSorted()

function PaceForm({ saved }: { saved: PaceAnswer }) {
  const save = useSavePace()
  const form = useForm({ resolver: zodResolver(typedPace), defaultValues: typedPaceOf(saved, ownZone) })
  const { errors, isSubmitting } = form.formState
  const onSubmit = form.handleSubmit(async (pace) => {
    try {
      form.reset(typedPaceOf(await save.mutateAsync(pace), ownZone))
      toast.success('Sending pace saved')
    } catch (error) {
      if (!showRefusal(form, error)) toast.error(errorText(error, 'Failed to save the sending pace'))
    }
  })
  return (
    <form noValidate className="flex max-w-[44rem] flex-col gap-4" onSubmit={onSubmit}>
      {saved.is_free && saved.is_default && (
        <Banner>No limits by default. Your settings below still apply.</Banner>
      )}
      <Card title="How many">
        <div className="flex flex-col gap-4">
          <Field label="Daily limit" help="Empty = no limit." error={errors.daily_cap?.message}>
            <TextInput inputMode="numeric" className="sm:max-w-48" {...form.register('daily_cap')} />
          </Field>
          <Checkbox
            label="Warm up a new sending domain"
            help="20 emails on the first day, then a fifth more each day, for 30 days of sending."
            {...form.register('has_ramp')}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label="Shortest gap in seconds"
              help="Between two emails. 0 = no delay."
              error={errors.gap_from_seconds?.message}
            >
              <TextInput inputMode="numeric" {...form.register('gap_from_seconds')} />
            </Field>
            <Field
              label="Longest gap in seconds"
              help="Each gap is random between the two."
              error={errors.gap_to_seconds?.message}
            >
              <TextInput inputMode="numeric" {...form.register('gap_to_seconds')} />
            </Field>
          </div>
        </div>
      </Card>
      <WindowCard form={form} />
      <div className="flex flex-col sm:items-start">
        <Button type="submit" variant="primary" busy={isSubmitting && 'Saving…'}>
          Save
        </Button>
      </div>
    </form>
  )
}

type PaceFormReturn = UseFormReturn<TypedPace, unknown, Pace>

function WindowCard({ form }: { form: PaceFormReturn }) {
  const { errors } = form.formState
  return (
    <Card title="When">
      <div className="flex flex-col gap-4">
        <Controller
          name="window_days"
          control={form.control}
          render={({ field, fieldState }) => (
            <WeekDays chosen={field.value} onChange={field.onChange} error={fieldState.error?.message} />
          )}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="From" error={errors.window_from?.message}>
            <TextInput type="time" {...form.register('window_from')} />
          </Field>
          <Field label="To" error={errors.window_to?.message}>
            <TextInput type="time" {...form.register('window_to')} />
          </Field>
        </div>
        <Field label="Time zone" error={errors.time_zone?.message}>
          <Select
            options={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
            {...form.register('time_zone')}
          />
        </Field>
        <DaysOff form={form} />
      </div>
    </Card>
  )
}

interface WeekDaysProps {
  /** 1 is Monday. */
  chosen: number[]
  onChange: (days: number[]) => void
  error: string | undefined
}

function WeekDays({ chosen, onChange, error }: WeekDaysProps) {
  const toggle = (day: number, isWanted: boolean) =>
    onChange(isWanted ? [...chosen, day].toSorted() : chosen.filter((one) => one !== day))
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">Days</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {weekDays.map((name, index) => (
          <Checkbox
            key={name}
            label={name}
            checked={chosen.includes(index + 1)}
            onChange={(event) => toggle(index + 1, event.target.checked)}
          />
        ))}
      </div>
      <p className="mt-1 text-xs text-ink-muted">Follow-ups count these as working days.</p>
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}

function DaysOff({ form }: { form: PaceFormReturn }) {
  const group = useRef<HTMLFieldSetElement>(null)
  const days = form.watch('days_off')
  const error = form.formState.errors.days_off?.message
  const change = (changed: string[]) => form.setValue('days_off', changed, { shouldDirty: true })
  const add = () => {
    change(daysWith(days, form.getValues('day_to_add')))
    form.setValue('day_to_add', '')
  }
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !form.getValues('day_to_add')) return
    event.preventDefault()
    add()
  }
  const remove = (day: string) => {
    change(days.filter((one) => one !== day))
    group.current?.focus()
  }
  return (
    <fieldset ref={group} tabIndex={-1} className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">Days off</legend>
      {days.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {days.map((day) => (
            <li key={day} className="flex items-center rounded-md border border-line ps-3 text-sm">
              {formatLongDay(day)}
              <IconButton label={`Remove ${formatLongDay(day)}`} icon={<X />} onClick={() => remove(day)} />
            </li>
          ))}
        </ul>
      )}
      {days.length < MAX_DAYS_OFF ? (
        <Field label="Day to add" hideLabel help="No campaign emails are sent on these days.">
          <div className="flex gap-2">
            <TextInput
              type="date"
              className="sm:max-w-48"
              onKeyDown={addOnEnter}
              {...form.register('day_to_add')}
            />
            <Button className="shrink-0" onClick={add}>
              Add day
            </Button>
          </div>
        </Field>
      ) : (
        <p className="text-sm text-ink-muted">{MAX_DAYS_OFF} days off is the limit.</p>
      )}
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}
