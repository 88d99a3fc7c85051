import { newStep, type Step, WAIT_DAYS_MAX } from '@goldpan/contract/follow-ups'
import { zodResolver } from '@hookform/resolvers/zod'
import { Sparkles } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { z } from 'zod'
import { isApiError } from '../../../lib/api-error.ts'
import { countOf } from '../../../lib/counts.ts'
import { dropDraft, keepDraft, readDraft } from '../../../lib/drafts.ts'
import { errorText } from '../../../lib/error-text.ts'
import { showRefusal } from '../../../lib/form-errors.ts'
import { useLeaveWarning } from '../../../lib/leave-warning.ts'
import { paths } from '../../../lib/paths.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogActions } from '../../../ui/dialog-actions.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { toast } from '../../../ui/toast.ts'
import { usePace } from '../../sending/sending-settings.queries.ts'
import { daysInWords } from '../../sending/week-days.ts'
import { ChangedElsewhere } from '../changed-elsewhere.tsx'
import { PlaceholderText } from '../template/placeholders.tsx'
import { TemplateFields } from '../template/template-fields.tsx'
import type { EmailText } from '../text-form.ts'
import { FollowUpPreview } from './follow-up-preview.tsx'
import { fetchSteps, useGenerateStep, useSaveStep } from './follow-ups.queries.ts'

type Fields = z.input<typeof newStep>
type SavedFields = z.output<typeof newStep>

interface FollowUpEditorProps {
  campaignId: string
  /** Null for a new one. */
  step: Step | null
  position: number
  /** People who have got all messages. */
  finished: number
  onClose: () => void
}

const countedIn = [
  { value: 'working_days', label: 'Working days' },
  { value: 'days', label: 'Days' },
]
const threads = [
  { value: 'same', label: 'Same thread' },
  { value: 'new', label: 'New subject' },
]

/** Typed fields that aren't saved yet. */
const draft = z.object({
  wait_days: z.number().catch(3),
  wait_in: z.enum(['working_days', 'days']),
  thread: z.enum(['same', 'new']),
  subject: z.string(),
  body: z.string(),
  include_finished: z.boolean(),
})
const draftFields = draft.keyof().options

/** The wait and text of a new follow-up, or of one that exists, beside a preview. Typed text survives a reload. */
export function FollowUpEditor({ campaignId, step, position, finished, onClose }: FollowUpEditorProps) {
  // The version that is edited, even if the page behind fetches a newer one.
  const [opened, setOpened] = useState(step)
  const [other, setOther] = useState<Step | null>(null)
  const [replaced, setReplaced] = useState<EmailText | null>(null)
  const draftName = `follow-up.${campaignId}.${step?.id ?? 'new'}`
  const [kept] = useState(() => readDraft(draftName, (value) => draft.safeParse(value).data))
  const before = opened ? fieldsOf(opened) : blank
  const form = useForm<Fields, unknown, SavedFields>({
    resolver: zodResolver(newStep),
    defaultValues: kept ?? before,
  })
  const { errors, isSubmitting } = form.formState
  const values = form.watch()
  const { thread } = values
  const text = { subject: values.subject ?? '', body: values.body }
  const isDirty = draftFields.some((name) => values[name] !== before[name])
  const save = useSaveStep(campaignId, opened)
  const generate = useGenerateStep(campaignId)
  useLeaveWarning(isDirty)
  useEffect(() => {
    if (isDirty) keepDraft(draftName, values)
    else dropDraft(draftName)
  })
  const close = () => {
    dropDraft(draftName)
    onClose()
  }

  const saveOver = (updated_at: string | undefined) =>
    form.handleSubmit(async (fields) => {
      try {
        await save.mutateAsync({ ...fields, updated_at })
        toast.success('Follow-up saved')
        close()
      } catch (error) {
        if (isApiError(error) && error.code === 'follow_ups.changed') return showOther(error)
        if (!showRefusal(form, error)) toast.error(errorText(error, 'The follow-up could not be saved'))
      }
    })

  async function showOther(refusal: unknown) {
    const list = await fetchSteps(campaignId).catch(() => null)
    const newest = list?.steps.find(({ id }) => id === opened?.id)
    if (newest) setOther(newest)
    else toast.error(errorText(refusal, 'The follow-up could not be saved'))
  }

  const show = (text: EmailText) => {
    form.setValue('subject', text.subject, { shouldDirty: true })
    form.setValue('body', text.body, { shouldDirty: true })
  }

  const write = () =>
    generate.mutate(
      { position, thread },
      {
        onSuccess: (written) => {
          setReplaced(text.body || text.subject ? text : null)
          show({ subject: written.subject ?? text.subject, body: written.body })
          form.clearErrors(['subject', 'body'])
        },
      },
    )

  return (
    <Dialog
      open
      size="xl"
      title={opened ? 'Edit Follow-up' : 'New Follow-up'}
      onClose={close}
      dirty={isDirty}
      locked={isSubmitting}
      onSubmit={saveOver(opened?.updated_at)}
      footer={<DialogActions busy={isSubmitting && 'Saving…'}>Save Follow-up</DialogActions>}
    >
      <div className="flex flex-col gap-4">
        {kept && isDirty && <Banner kind="info">Your unsaved text is back.</Banner>}
        {other && (
          <ChangedElsewhere
            title="This follow-up was changed in another window"
            other={other}
            intro="This was saved there:"
            onTake={() => {
              form.reset(fieldsOf(other))
              setOpened(other)
              setOther(null)
            }}
            onOverwrite={() => {
              setOther(null)
              void saveOver(other.updated_at)()
            }}
          >
            {other.subject && (
              <p className="mb-2 font-medium">
                <PlaceholderText>{other.subject}</PlaceholderText>
              </p>
            )}
            <PlaceholderText>{other.body}</PlaceholderText>
          </ChangedElsewhere>
        )}
        <div className="grid items-start gap-6 md:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-4">
            <div className="grid grid-cols-[5rem_1fr] gap-4 sm:grid-cols-[5rem_1fr_1fr]">
              <Field label="Wait" error={errors.wait_days?.message}>
                <TextInput
                  type="number"
                  inputMode="numeric"
                  min={1}
                  max={WAIT_DAYS_MAX}
                  {...form.register('wait_days', { valueAsNumber: true })}
                />
              </Field>
              <Field label="Counted in">
                <Select options={countedIn} {...form.register('wait_in')} />
              </Field>
              <Field label="Thread" className="max-sm:col-span-2">
                <Select options={threads} {...form.register('thread')} />
              </Field>
            </div>
            {values.wait_in === 'working_days' && <WorkingDays />}
            <TemplateFields
              text={text}
              errors={errors}
              register={(name) => form.register(name)}
              undo={
                replaced &&
                (() => {
                  show(replaced)
                  setReplaced(null)
                })
              }
              hasSubject={thread === 'new'}
              bodyLabel="Message"
              rows={11}
            >
              <Button
                size="sm"
                icon={<Sparkles aria-hidden="true" />}
                busy={generate.isPending && 'Writing…'}
                onClick={write}
              >
                Write it for me
              </Button>
            </TemplateFields>
            {!opened && finished > 0 && (
              <Checkbox
                label={`Also write to the ${countOf(finished, 'person', 'people')} who finished`}
                {...form.register('include_finished')}
              />
            )}
          </div>
          <FollowUpPreview campaignId={campaignId} position={position} text={{ thread, ...text }} />
        </div>
      </div>
    </Dialog>
  )
}

/** Which days count, as the sending pace has them. */
function WorkingDays() {
  const pace = usePace().data?.pace
  if (!pace) return null
  return (
    <p className="-mt-2 text-xs text-ink-muted">
      {`Working days are the days you send on: ${daysInWords(pace.window_days)}${pace.days_off.length > 0 ? ', except your days off' : ''}.`}{' '}
      <Link to={paths.sendingPace} target="_blank" className="hyperlink">
        Change them under Sending pace
      </Link>
    </p>
  )
}

const blank: Fields = {
  wait_days: 3,
  wait_in: 'working_days',
  thread: 'same',
  subject: '',
  body: '',
  include_finished: false,
}

const fieldsOf = ({ wait_days, wait_in, thread, subject, body }: Step): Fields => ({
  ...blank,
  wait_days,
  wait_in,
  thread,
  subject: subject ?? '',
  body,
})
