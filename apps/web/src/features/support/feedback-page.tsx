import {
  SCREENSHOT_MAX_BYTES,
  type SupportRequest,
  supportForm,
  supportMessages,
  supportPriorityLabels,
  supportTypeLabels,
} from '@goldpan/contract/support'
import { zodResolver } from '@hookform/resolvers/zod'
import { ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { formatDay } from '../../lib/dates.ts'
import { dropDraft, keepDraft, readDraft } from '../../lib/drafts.ts'
import { errorText } from '../../lib/error-text.ts'
import { messagesByField, showRefusal } from '../../lib/form-errors.ts'
import { useLeaveWarning } from '../../lib/leave-warning.ts'
import { Badge, type BadgeColour } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { useSendRequest, useSupportRequests } from './support.queries.ts'

export function FeedbackPage() {
  return (
    <Page width="narrow">
      <PageHeader
        title="Feedback & Support"
        description="A person reads every message and answers by email."
      />
      <FeedbackForm />
      <MyRequests />
    </Page>
  )
}

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
function FeedbackForm() {
  const send = useSendRequest()
  const [screenshot, setScreenshot] = useState<File | null>(null)
  const form = useForm({
    resolver: zodResolver(supportForm),
    defaultValues: readDraft(DRAFT, (kept) => typed.safeParse(kept).data) ?? empty,
  })
  const { errors, isSubmitting } = form.formState
  const messages = messagesByField(errors)
  useStoredDraft(form.watch(), screenshot !== null)
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

function useStoredDraft(values: { title?: string; description?: string }, hasPicture: boolean) {
  const isDirty = Boolean(values.title || values.description)
  useLeaveWarning(isDirty || hasPicture)
  useEffect(() => {
    if (isDirty) keepDraft(DRAFT, values)
    else dropDraft(DRAFT)
  })
}

const states: Record<SupportRequest['state'], { label: string; colour: BadgeColour }> = {
  open: { label: 'Open', colour: 'blue' },
  answered: { label: 'Answered', colour: 'green' },
  closed: { label: 'Closed', colour: 'grey' },
}

function MyRequests() {
  const requests = useSupportRequests()
  return (
    <Card title="Your requests">
      {requests.isPending ? (
        <div role="status" aria-label="Loading your requests">
          <SkeletonText lines={3} />
        </div>
      ) : requests.isError ? (
        <ErrorState
          level={3}
          message={errorText(requests.error, supportMessages.fetchFailed)}
          onRetry={() => void requests.refetch()}
          isRetrying={requests.isFetching}
        />
      ) : requests.data.length === 0 ? (
        <p className="text-ink-muted">No requests yet.</p>
      ) : (
        <ul className="divide-y divide-line">
          {requests.data.map((request) => (
            <RequestItem key={request.id} request={request} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function RequestItem({ request }: { request: SupportRequest }) {
  const state = states[request.state]
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <details className="group">
        <summary className="flex cursor-pointer list-none flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <span className="flex min-w-0 items-start gap-2 font-medium">
            <ChevronRight
              className="mt-0.5 size-4 shrink-0 text-ink-muted transition-transform group-open:rotate-90"
              aria-hidden="true"
            />
            <span dir="auto" className="min-w-0 break-words">
              {request.title}
            </span>
          </span>
          <span className="flex items-baseline gap-3 text-sm text-ink-muted">
            {supportTypeLabels[request.type]} · {formatDay(request.created_at)}
            <Badge colour={state.colour}>{state.label}</Badge>
          </span>
        </summary>
        <p dir="auto" className="mt-2 break-words whitespace-pre-wrap text-ink-muted">
          {request.description}
        </p>
        {request.has_screenshot && <p className="mt-1 text-sm text-ink-muted">With a screenshot.</p>}
      </details>
    </li>
  )
}
