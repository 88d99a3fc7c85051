import { answerText, replyFallbacks } from '@goldpan/contract/replies'
import { zodResolver } from '@hookform/resolvers/zod'
import { Send } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { dropDraft, keepDraft, readDraft } from '../../lib/drafts.ts'
import { errorText } from '../../lib/error-text.ts'
import { useLeaveWarning } from '../../lib/leave-warning.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useAnswer } from './replies.queries.ts'

export interface AnswerFormProps {
  conversationId: string
  answersTo: string
  from: string
}

const schema = z.object({ text: answerText })

/** Answers from the return address, in the same thread. Typed text stays until the server has it. */
export function AnswerForm({ conversationId, answersTo, from }: AnswerFormProps) {
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

  return (
    <Card title="Your answer">
      <form noValidate onSubmit={form.handleSubmit(onSubmit)} className="flex flex-col gap-3">
        <Field
          label="Text"
          error={errors.text?.message}
          help={`Leaves from ${from} in the same thread, and costs no email.`}
        >
          <TextArea rows={6} {...form.register('text')} />
        </Field>
        <Button
          type="submit"
          variant="primary"
          className="sm:self-start"
          icon={<Send aria-hidden="true" />}
          busy={isSubmitting && 'Sending…'}
        >
          Send answer
        </Button>
      </form>
    </Card>
  )
}

const readText = (draft: string) =>
  readDraft(draft, (kept) => (typeof kept === 'string' ? kept : undefined)) ?? ''
