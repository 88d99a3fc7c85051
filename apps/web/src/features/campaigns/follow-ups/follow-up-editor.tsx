import { newStep, type Step, WAIT_DAYS_MAX } from '@goldpan/contract/follow-ups'
import { zodResolver } from '@hookform/resolvers/zod'
import { Sparkles, Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { isApiError } from '../../../lib/api-error.ts'
import { countOf } from '../../../lib/counts.ts'
import { errorText } from '../../../lib/error-text.ts'
import { showRefusal } from '../../../lib/form-errors.ts'
import { useLeaveWarning } from '../../../lib/leave-warning.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogActions } from '../../../ui/dialog-actions.tsx'
import { Field } from '../../../ui/field.tsx'
import { insertText } from '../../../ui/insert-text.ts'
import { Select } from '../../../ui/select.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { toast } from '../../../ui/toast.ts'
import { ChangedElsewhere } from '../changed-elsewhere.tsx'
import { PlaceholderArea, PlaceholderChips, PlaceholderText } from '../template/placeholders.tsx'
import { fetchSteps, useGenerateStep, useSaveStep } from './follow-ups.queries.ts'

type Fields = z.input<typeof newStep>
type SavedFields = z.output<typeof newStep>
interface Text {
  subject: string
  body: string
}

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

/** The wait and text of a new follow-up, or of one that exists. */
export function FollowUpEditor({ campaignId, step, position, finished, onClose }: FollowUpEditorProps) {
  // The version that is edited, even if the page behind fetches a newer one.
  const [opened, setOpened] = useState(step)
  const [other, setOther] = useState<Step | null>(null)
  const [replaced, setReplaced] = useState<Text | null>(null)
  const form = useForm<Fields, unknown, SavedFields>({
    resolver: zodResolver(newStep),
    defaultValues: opened ? fieldsOf(opened) : { ...blank, include_finished: false },
  })
  const { errors, isDirty, isSubmitting } = form.formState
  const { thread, subject, body } = form.watch()
  const field = useRef<HTMLTextAreaElement>(null)
  const bodyField = form.register('body')
  const save = useSaveStep(campaignId, opened)
  const generate = useGenerateStep(campaignId)
  useLeaveWarning(isDirty)

  const saveOver = (updated_at: string | undefined) =>
    form.handleSubmit(async (fields) => {
      try {
        await save.mutateAsync({ ...fields, updated_at })
        toast.success('Follow-up saved')
        onClose()
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

  const show = (text: Text) => {
    form.setValue('subject', text.subject, { shouldDirty: true })
    form.setValue('body', text.body, { shouldDirty: true })
  }

  const write = () =>
    generate.mutate(
      { position, thread },
      {
        onSuccess: (written) => {
          const before = { subject: subject ?? '', body }
          setReplaced(body || subject ? before : null)
          show({ subject: written.subject ?? before.subject, body: written.body })
          form.clearErrors(['subject', 'body'])
        },
      },
    )

  return (
    <Dialog
      open
      size="lg"
      title={opened ? 'Edit Follow-up' : 'New Follow-up'}
      onClose={onClose}
      dirty={isDirty}
      locked={isSubmitting}
      onSubmit={saveOver(opened?.updated_at)}
      footer={<DialogActions busy={isSubmitting && 'Saving…'}>Save Follow-up</DialogActions>}
    >
      <div className="flex flex-col gap-4">
        {other && (
          <ChangedElsewhere
            title="This follow-up was changed in another window"
            other={other}
            intro="This is what was saved there:"
            takeLabel="Take that text"
            overwriteLabel="Save mine over it"
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
        <div className="grid gap-4 sm:grid-cols-3">
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
          <Field label="Thread">
            <Select options={threads} {...form.register('thread')} />
          </Field>
        </div>
        {thread === 'new' && (
          <Field label="Subject" error={errors.subject?.message}>
            <TextInput {...form.register('subject')} />
          </Field>
        )}
        <Field label="Message" error={errors.body?.message} help="A blank line begins a new paragraph.">
          <PlaceholderArea
            {...bodyField}
            ref={(element) => {
              field.current = element
              bodyField.ref(element)
            }}
            rows={9}
            value={body}
          />
        </Field>
        <PlaceholderChips
          text={`${subject ?? ''}\n${body}`}
          onInsert={(placeholder) => field.current && insertText(field.current, placeholder)}
        />
        <div className="flex flex-wrap gap-2">
          <Button
            icon={<Sparkles aria-hidden="true" />}
            busy={generate.isPending && 'Writing…'}
            onClick={write}
          >
            Write it for me
          </Button>
          {replaced && (
            <Button
              icon={<Undo2 aria-hidden="true" />}
              onClick={() => {
                show(replaced)
                setReplaced(null)
              }}
            >
              Undo
            </Button>
          )}
        </div>
        {!opened && finished > 0 && (
          <Checkbox
            label={`Also send it to ${countOf(finished, 'person', 'people')} who got all messages`}
            {...form.register('include_finished')}
          />
        )}
      </div>
    </Dialog>
  )
}

const blank = { wait_days: 3, wait_in: 'working_days', thread: 'same', subject: '', body: '' } as const

const fieldsOf = ({ wait_days, wait_in, thread, subject, body }: Step): Fields => ({
  wait_days,
  wait_in,
  thread,
  subject: subject ?? '',
  body,
})
