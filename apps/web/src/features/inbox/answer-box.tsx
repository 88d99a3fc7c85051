import { answerText } from '@goldpan/contract/answering'
import { type Conversation, replyFallbacks } from '@goldpan/contract/replies'
import { zodResolver } from '@hookform/resolvers/zod'
import { Send } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { dropDraft, keepDraft, readDraft } from '../../lib/drafts.ts'
import { errorText } from '../../lib/error-text.ts'
import { useLeaveWarning } from '../../lib/leave-warning.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useAnswer } from './inbox.queries.ts'

interface AnswerBoxProps {
  /** As in the address. */
  id: string
  conversation: Conversation
  /** The answer made the conversation done or snoozed: opens the next one. */
  onLeave: () => void
}

const schema = z.object({ text: answerText })

/** Answers a person's message, where that is possible. */
export function AnswerBox({ id, conversation }: AnswerBoxProps) {
  const { answers_to, return_address } = conversation
  if (!answers_to) return null
  return <AnswerForm conversationId={id} answersTo={answers_to} from={return_address} />
}

interface AnswerFormProps {
  conversationId: string
  answersTo: string
  from: string
}

/** Answers from the return address, in the same thread. Typed text stays until the server has it. */
function AnswerForm({ conversationId, answersTo, from }: AnswerFormProps) {
  const draft = `answer.${answersTo}`
  const pressId = useRef<string>(undefined)
  const answer = useAnswer(conversationId)
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { text: readText(draft) } })
  const { errors, isSubmitting } = form.formState
  const text = form.watch('text')
  useLeaveWarning(text.trim() !== '')
  useEffect(() => {
    if (text) keepDraft(draft, text)
    else dropDraft(draft)
  }, [draft, text])

  async function onSubmit({ text }: { text: string }) {
    // The same id until the answer has arrived, so a second try sends nothing twice.
    pressId.current ??= crypto.randomUUID()
    try {
      await answer.mutateAsync({ to: answersTo, text, press_id: pressId.current })
      pressId.current = undefined
      form.reset({ text: '' })
    } catch (error) {
      form.setError('text', { message: errorText(error, replyFallbacks.answer) }, { shouldFocus: true })
    }
  }

  const submit = form.handleSubmit(onSubmit)
  return (
    <form
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isSubmitting) void submit(event)
      }}
      className="flex flex-col gap-2 px-4 py-3 md:px-6"
    >
      <Field id="your-answer" label="Your answer" error={errors.text?.message}>
        <TextArea rows={3} className="max-h-[40dvh] max-w-240" {...form.register('text')} />
      </Field>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          type="submit"
          variant="primary"
          aria-keyshortcuts="Control+Enter Meta+Enter"
          icon={<Send aria-hidden="true" />}
          busy={isSubmitting && 'Sending…'}
        >
          Send answer
        </Button>
        <p className="min-w-0 text-xs wrap-anywhere text-ink-muted">
          {`Sent from ${from} in the same thread. Not counted toward your plan.`}
        </p>
      </div>
    </form>
  )
}

const readText = (draft: string) =>
  readDraft(draft, (kept) => (typeof kept === 'string' ? kept : undefined)) ?? ''
