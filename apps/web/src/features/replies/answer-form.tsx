import { answerText } from '@goldpan/contract/replies'
import { Send } from 'lucide-react'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { dropDraft, keepDraft, readDraft } from '../../lib/drafts.ts'
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

/** Answers from the return address, in the same thread. What was typed stays until the server has it. */
export function AnswerForm({ conversationId, answersTo, from }: AnswerFormProps) {
  const [text, setText] = useKeptText(`answer.${answersTo}`)
  const [error, setError] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const press = useRef<string>(undefined)
  const answer = useAnswer(conversationId)
  useLeaveWarning(text.trim() !== '')

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const fault = answerText.safeParse(text).error?.issues[0]?.message
    setError(fault)
    if (fault) return field.current?.focus()
    // The same until it has arrived: a second try after a lost connection sends nothing twice.
    press.current ??= crypto.randomUUID()
    answer.mutate(
      { to: answersTo, text, press_id: press.current },
      {
        onSuccess: () => {
          press.current = undefined
          setText('')
        },
      },
    )
  }

  return (
    <Card title="Your answer">
      <form noValidate onSubmit={submit} className="flex flex-col gap-3">
        <Field
          label="Text"
          error={error}
          help={`Leaves from ${from} in the same thread, and costs no email.`}
        >
          <TextArea
            ref={field}
            rows={6}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setError(undefined)
            }}
          />
        </Field>
        <Button
          type="submit"
          variant="primary"
          className="sm:self-start"
          icon={<Send aria-hidden="true" />}
          busy={answer.isPending && 'Sending…'}
        >
          Send answer
        </Button>
      </form>
    </Card>
  )
}

/** What was begun is there again after a look elsewhere, a reload or an ended session. */
function useKeptText(draft: string) {
  const [text, setText] = useState(
    () => readDraft(draft, (kept) => (typeof kept === 'string' ? kept : undefined)) ?? '',
  )
  useEffect(() => {
    if (text) keepDraft(draft, text)
    else dropDraft(draft)
  }, [draft, text])
  return [text, setText] as const
}
