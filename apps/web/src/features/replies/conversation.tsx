import {
  answerText,
  type Conversation,
  type ConversationMessage,
  replyFallbacks,
  replyRoutes,
} from '@goldpan/contract/replies'
import { zodResolver } from '@hookform/resolvers/zod'
import clsx from 'clsx'
import { Ban, Download, Paperclip, Send } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { z } from 'zod'
import { formatDateTime } from '../../lib/dates.ts'
import { dropDraft, keepDraft, readDraft } from '../../lib/drafts.ts'
import { errorText } from '../../lib/error-text.ts'
import { useLeaveWarning } from '../../lib/leave-warning.ts'
import { paths } from '../../lib/paths.ts'
import { useSingleKeys } from '../../lib/single-keys.ts'
import { Badge, type BadgeColour } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { SkeletonCard } from '../../ui/skeleton.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useAllowContact, useAnswer, type useConversation, useDoNotContact } from './replies.queries.ts'

interface ConversationPaneProps {
  id: string
  conversation: ReturnType<typeof useConversation>
}

/** All messages to and from one person, with a form to answer that is always in view. */
export function ConversationPane({ id, conversation }: ConversationPaneProps) {
  const { data } = conversation
  if (conversation.isPending)
    return (
      <div role="status" aria-label="Loading the conversation" className="flex flex-col gap-3 p-4 md:px-6">
        <div className="sm:ms-12">
          <SkeletonCard lines={9} />
        </div>
        <div className="sm:me-12">
          <SkeletonCard lines={2} />
        </div>
      </div>
    )
  if (!data)
    return (
      <ErrorState
        message={errorText(conversation.error, replyFallbacks.get)}
        onRetry={() => void conversation.refetch()}
        isRetrying={conversation.isFetching}
      />
    )
  if (data.messages.length === 0)
    return (
      <EmptyState illustration="letter" title="No messages yet">
        Messages appear here once a campaign has been sent to this person.
      </EmptyState>
    )
  const { messages, answers_to, closed_reason, return_address } = data
  return (
    <div className="flex min-w-0 flex-col">
      <div className="flex w-full max-w-5xl flex-1 flex-col gap-3 p-4 md:px-6">
        <Messages messages={messages} />
        {closed_reason && <Banner kind="info">{closed_reason}</Banner>}
      </div>
      {answers_to && <AnswerForm conversationId={id} answersTo={answers_to} from={return_address} />}
    </div>
  )
}

/** Begins at the newest message. */
function Messages({ messages }: { messages: readonly ConversationMessage[] }) {
  const list = useRef<HTMLOListElement>(null)
  const newest = messages.at(-1)?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message is shown too
  useEffect(() => {
    list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' })
  }, [newest])
  return (
    <ol ref={list} className="flex flex-col gap-3" aria-label="Messages, oldest first">
      {messages.map((message) => (
        <ConversationItem key={message.id} message={message} />
      ))}
    </ol>
  )
}

/** One click, with an Undo in its toast. */
export function DoNotContact({ id, conversation }: { id: string; conversation: Conversation }) {
  const { email, suppression } = conversation
  const suppress = useDoNotContact(id)
  const allow = useAllowContact()
  if (!suppression)
    return (
      <Button
        icon={<Ban aria-hidden="true" />}
        busy={suppress.isPending && 'Adding…'}
        onClick={() => suppress.mutate(email)}
      >
        Do not contact
      </Button>
    )
  return (
    <span className="flex items-center gap-2">
      <Badge colour="red">Do not contact</Badge>
      {suppression.can_remove && (
        <Button busy={allow.isPending && 'Removing…'} onClick={() => allow.mutate(suppression.id)}>
          Allow contact
        </Button>
      )}
    </span>
  )
}

const states: Record<NonNullable<ConversationMessage['state']>, { label: string; colour: BadgeColour }> = {
  waiting: { label: 'On its way', colour: 'blue' },
  sent: { label: 'Sent', colour: 'green' },
  failed: { label: 'Failed', colour: 'red' },
  unconfirmed: { label: 'Not confirmed', colour: 'yellow' },
}

/** One message: theirs at the start of the line, the user's own at the end. */
function ConversationItem({ message }: { message: ConversationMessage }) {
  const { id, kind, at, from, subject, text, campaign, state, reason, notice, attachments, has_original } =
    message
  const isOwn = kind === 'sent' || kind === 'answer'
  return (
    <li
      className={clsx(
        // The answer form stands over the end of the screen.
        'flex min-w-0 scroll-mb-64 flex-col gap-2 rounded-lg border border-line px-4 py-3',
        isOwn ? 'bg-sunken sm:ms-12' : 'bg-surface sm:me-12',
      )}
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-sm text-ink-muted">
        <span className="min-w-0 wrap-anywhere">
          <bdi className="font-medium text-ink">{isOwn ? 'You' : from}</bdi>
          {campaign && (
            <>
              {' · '}
              <Link to={paths.campaign(campaign.id)} className="hyperlink" dir="auto">
                {campaign.name}
              </Link>
            </>
          )}
        </span>
        <span className="flex flex-wrap items-baseline gap-2">
          {kind === 'auto_reply' && <Badge>Automatic</Badge>}
          {state && <Badge colour={states[state].colour}>{states[state].label}</Badge>}
          <time dateTime={at}>{formatDateTime(at)}</time>
        </span>
      </p>
      {subject && (
        <p dir="auto" className="font-medium break-words text-ink">
          {subject}
        </p>
      )}
      <p dir="auto" className="break-words whitespace-pre-wrap text-ink">
        {text || '(no text)'}
      </p>
      {reason && state !== 'sent' && <p className="text-sm break-words text-ink-muted">{reason}</p>}
      {notice && <p className="text-sm break-words text-ink-muted">{notice}</p>}
      {attachments.length > 0 && (
        <ul className="flex flex-col gap-1 text-sm text-ink-muted" aria-label="Attachments">
          {[...new Set(attachments)].map((name) => (
            <li key={name} className="flex items-center gap-2 wrap-anywhere">
              <Paperclip className="size-4 shrink-0" aria-hidden="true" />
              {name}
            </li>
          ))}
        </ul>
      )}
      {!isOwn && !has_original && <p className="text-sm text-ink-muted">The original has been deleted.</p>}
      {!isOwn && has_original && (
        <a
          href={replyRoutes.raw.path.replace(':id', id)}
          download
          className="hyperlink inline-flex min-h-6 items-center gap-1.5 self-start text-sm"
        >
          <Download className="size-4" aria-hidden="true" />
          Download original (.eml)
        </a>
      )}
    </li>
  )
}

interface AnswerFormProps {
  conversationId: string
  answersTo: string
  from: string
}

const schema = z.object({ text: answerText })

/** Answers from the return address, in the same thread. Typed text stays until the server has it. */
function AnswerForm({ conversationId, answersTo, from }: AnswerFormProps) {
  const draft = `answer.${answersTo}`
  const pressId = useRef<string>(undefined)
  const answer = useAnswer(conversationId)
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { text: readText(draft) } })
  const { errors, isSubmitting } = form.formState
  const text = form.watch('text')
  useLeaveWarning(text.trim() !== '')
  useSingleKeys({ r: () => form.setFocus('text') })
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
      className="sticky bottom-(--bottom-bar) z-10 flex flex-col gap-2 border-t border-line bg-surface px-4 py-3 md:px-6"
    >
      <Field label="Your answer" error={errors.text?.message}>
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
