import {
  SCREENSHOT_MAX_BYTES,
  supportForm,
  supportMessages,
  supportPriorityLabels,
  supportTypeLabels,
} from '@goldpan/contract/support'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { dropDraft, keepDraft, readDraft } from '../../lib/drafts.ts'
import { errorText } from '../../lib/error-text.ts'
import { messagesByField, showRefusal } from '../../lib/form-errors.ts'
import { useLeaveWarning } from '../../lib/leave-warning.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { useSendRequest } from './support.queries.ts'

const DRAFT = 'feedback'
const empty = { type: 'bug', title: '', description: '', priority: 'medium' } as const

const typed = z.object({
  type: supportForm.shape.type.unwrap(),
  title: z.string(),
  description: z.string(),
  priority: supportForm.shape.priority.unwrap(),
})

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

/** Typed text survives a reload, an ended session and a failure; the picture only a failure. */
export function FeedbackForm() {
  const send = useSendRequest()
  const [screenshot, setScreenshot] = useState<File | null>(null)
  const form = useForm({
    resolver: zodResolver(supportForm),
    defaultValues: readDraft(DRAFT, (kept) => typed.safeParse(kept).data) ?? empty,
  })
  const { errors, isSubmitting } = form.formState
  const messages = messagesByField(errors)
  useKeptDraft(form.watch(), screenshot !== null)
  const submit = form.handleSubmit(async (body) => {
    try {
      const { message } = await send.mutateAsync({ body, file: screenshot })
      dropDraft(DRAFT)
      form.reset(empty)
      setScreenshot(null)
      toast.success(message)
    } catch (error) {
      if (!showRefusal(form, error)) toast.error(errorText(error, supportMessages.failed))
    }
  })
  const field = (name: 'title' | 'description') => ({
    ...form.register(name),
    'aria-invalid': errors[name] ? true : undefined,
  })
  return (
    <Card title="Send a message">
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Type" error={messages.type}>
            <Select options={optionsOf(supportTypeLabels)} {...form.register('type')} />
          </Field>
          <Field label="Priority" error={messages.priority}>
            <Select options={optionsOf(supportPriorityLabels)} {...form.register('priority')} />
          </Field>
        </div>
        <Field label="Title" required error={messages.title}>
          <TextInput autoComplete="off" {...field('title')} />
        </Field>
        <Field
          label="Description"
          required
          help="What did you do, what happened, and what did you expect?"
          error={messages.description}
        >
          <TextArea rows={6} {...field('description')} />
        </Field>
        <FileDrop
          label="Screenshot"
          optional
          accept="image/*"
          maxBytes={SCREENSHOT_MAX_BYTES}
          help="PNG, JPG or GIF, up to 5 MB"
          sizeMessage={supportMessages.size}
          typeMessage={supportMessages.kind}
          value={screenshot}
          onChange={setScreenshot}
        />
        <Button type="submit" variant="primary" className="sm:self-start" busy={isSubmitting && 'Sending…'}>
          Submit
        </Button>
      </form>
    </Card>
  )
}

function useKeptDraft(values: { title?: string; description?: string }, hasPicture: boolean) {
  const isDirty = Boolean(values.title || values.description)
  useLeaveWarning(isDirty || hasPicture)
  useEffect(() => {
    if (isDirty) keepDraft(DRAFT, values)
    else dropDraft(DRAFT)
  })
}
