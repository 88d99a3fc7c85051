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
import { Link, useParams } from 'react-router'
import { z } from 'zod'
import { isApiError } from '../../lib/api-error.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { dropDraft, keepDraft, readDraft } from '../../lib/drafts.ts'
import { errorText } from '../../lib/error-text.ts'
import { useLeaveWarning } from '../../lib/leave-warning.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { paths } from '../../lib/paths.ts'
import { Badge, type BadgeColour } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { NotFoundState } from '../../ui/not-found-state.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonCard } from '../../ui/skeleton.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useAllowContact, useAnswer, useConversation, useDoNotContact } from './replies.queries.ts'

/** All messages to and from one person, with a form to answer. */
export function ConversationPage() {
  const { id = '' } = useParams()
  const conversation = useConversation(id)
  usePageTitle(conversation.data?.email)
  if (isApiError(conversation.error) && conversation.error.status === 404) return <NoConversation />
  return (
    <Page width="narrow">
      <PageHeader
        title={conversation.data?.email ?? 'Conversation'}
        back={<Link to={paths.replies}>Inbox</Link>}
        secondary={conversation.data && <DoNotContact id={id} conversation={conversation.data} />}
      />
      {conversation.isPending && (
        <div role="status" aria-label="Loading the conversation" className="flex flex-col gap-3">
          <div className="sm:ms-12">
            <SkeletonCard lines={9} />
          </div>
          <div className="sm:me-12">
            <SkeletonCard lines={2} />
          </div>
        </div>
      )}
      {conversation.isError && (
        <ErrorState
          message={errorText(conversation.error, replyFallbacks.get)}
          onRetry={() => void conversation.refetch()}
          isRetrying={conversation.isFetching}
        />
      )}
      {conversation.data && <Loaded id={id} conversation={conversation.data} />}
    </Page>
  )
}

function Loaded({ id, conversation }: { id: string; conversation: Conversation }) {
  const { messages, answers_to, closed_reason, return_address } = conversation
  if (messages.length === 0)
    return (
      <EmptyState illustration="letter" title="No messages yet">
        Messages appear here once a campaign has been sent to this person.
      </EmptyState>
    )
  return (
    <>
      <ol className="flex flex-col gap-3" aria-label="Messages, oldest first">
        {messages.map((message) => (
          <ConversationItem key={message.id} message={message} />
        ))}
      </ol>
      {closed_reason && <Banner kind="info">{closed_reason}</Banner>}
      {answers_to && <AnswerForm conversationId={id} answersTo={answers_to} from={return_address} />}
    </>
  )
}

/** One click, with an Undo in its toast. */
function DoNotContact({ id, conversation }: { id: string; conversation: Conversation }) {
  const { email, suppression } = conversation
  const suppress = useDoNotContact(id)
  const allow = useAllowContact(id)
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

const NoConversation = () => (
  <Page>
    <NotFoundState
      title="Conversation not found"
      message="It may have been deleted, or the address of this page is incomplete."
      action={
        <Link to={paths.replies} className={buttonClass('primary')}>
          Back to Inbox
        </Link>
      }
    />
  </Page>
)

const states: Record<NonNullable<ConversationMessage['state']>, { label: string; colour: BadgeColour }> = {
  waiting: { label: 'On its way', colour: 'blue' },
  sent: { label: 'Sent', colour: 'green' },
  failed: { label: 'Failed', colour: 'red' },
  unconfirmed: { label: 'Not confirmed', colour: 'yellow' },
}

/** One message: theirs at the start of the line, the user's own at the end. */
function ConversationItem({ message }: { message: ConversationMessage }) {
  const { id, kind, at, from, subject, text, campaign, state, reason, attachments, has_original } = message
  const isOwn = kind === 'sent' || kind === 'answer'
  return (
    <li
      className={clsx(
        'flex min-w-0 flex-col gap-2 rounded-lg border border-line px-4 py-3',
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
          help={`Sent from ${from} in the same thread. Doesn’t count as an email.`}
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
