import { labelNames } from '@goldpan/contract/inbox'
import { type Conversation, type ConversationMessage, replyRoutes } from '@goldpan/contract/replies'
import { pathOf } from '@goldpan/contract/route'
import clsx from 'clsx'
import { Download } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatDateTime } from '../../lib/dates.ts'
import { paths } from '../../lib/paths.ts'
import { personName } from '../../lib/person-name.ts'
import { useSession } from '../../lib/use-session.ts'
import { Badge, type BadgeColour } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { UNDO } from '../../ui/toaster.tsx'
import { FormattedMessage } from './formatted-message.tsx'
import { LabelBadge } from './label-badge.tsx'
import { LinkedText } from './linked-text.tsx'
import { MessageFiles } from './message-files.tsx'
import { nameOf } from './names.ts'
import { useTakeBack } from './pane.queries.ts'

/** Older messages are folded, unless it is a single one. */
const NEWEST = 4
const foldedOf = (count: number): number => (count > NEWEST + 1 ? count - NEWEST : 0)

/** Begins at the newest message, and scrolls to the user's own answer once it is sent. New mail scrolls nothing. */
export function Messages({ conversation }: { conversation: Conversation }) {
  const { messages } = conversation
  const list = useRef<HTMLOListElement>(null)
  // Counted once, because a message that comes in must not fold another away.
  const [folded, setFolded] = useState(() => foldedOf(messages.length))
  const isMine = useIsMine()
  const newestAnswer = messages.findLast((message) => message.kind === 'answer' && isMine(message))?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is shown too
  useEffect(() => {
    list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' })
  }, [newestAnswer])
  const unfold = () => {
    setFolded(0)
    list.current?.focus({ preventScroll: true })
  }
  return (
    <>
      {folded > 0 && (
        <Button variant="ghost" className="self-center" onClick={unfold}>
          {`Show ${folded.toLocaleString()} earlier messages`}
        </Button>
      )}
      <ol
        ref={list}
        tabIndex={-1}
        className="flex flex-col gap-3 outline-none"
        aria-label="Messages, oldest first"
      >
        {messages.slice(folded).map((message) => (
          <Message key={message.id} message={message} conversation={conversation} />
        ))}
      </ol>
    </>
  )
}

interface MessageProps {
  message: ConversationMessage
  conversation: Conversation
}

const isOwn = ({ kind }: ConversationMessage): boolean => kind === 'sent' || kind === 'answer'

/** One message: theirs at the start of the line, the user's own at the end. */
function Message({ message, conversation }: MessageProps) {
  const { subject, notice, reason, state, label_reason } = message
  return (
    <li
      aria-description={label_reason ?? undefined}
      className={clsx(
        // On phones the answer box stands over the end of the screen.
        'flex min-w-0 scroll-mb-64 flex-col gap-2 rounded-lg border border-line px-4 py-3 md:scroll-mb-4',
        isOwn(message) ? 'bg-sunken sm:ms-12' : 'bg-surface sm:me-12',
      )}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-sm text-ink-muted">
        {isOwn(message) ? (
          <Ours message={message} />
        ) : (
          <Theirs message={message} conversation={conversation} />
        )}
        <span className="flex flex-wrap items-baseline gap-2">
          {message.label && <LabelBadge labelled={{ ...message, label_name: labelNames[message.label] }} />}
          <State message={message} />
          <time dateTime={message.at}>{formatDateTime(message.at)}</time>
        </span>
      </div>
      {subject && (
        <p dir="auto" className="font-medium break-words text-ink">
          {subject}
        </p>
      )}
      <Content message={message} />
      {reason && state !== 'sent' && <p className="text-sm break-words text-ink-muted">{reason}</p>}
      {notice && <p className="text-sm break-words text-ink-muted">{notice}</p>}
      <MessageFiles message={message} />
      {!isOwn(message) && <Original message={message} />}
    </li>
  )
}

/** Of our messages, those that the user wrote, not another member. */
function useIsMine(): (message: ConversationMessage) => boolean {
  const { user } = useSession()
  return ({ by }) => by === null || (user !== null && by === personName(user))
}

/** A member, and the campaign of a message that one sent. */
function Ours({ message }: { message: ConversationMessage }) {
  const { by, campaign } = message
  const isMine = useIsMine()
  return (
    <span className="min-w-0 wrap-anywhere">
      <bdi className="font-medium text-ink">{isMine(message) ? 'You' : by}</bdi>
      {campaign && (
        <>
          {' · '}
          <Link to={paths.campaign(campaign.id)} className="hyperlink" dir="auto">
            {campaign.name}
          </Link>
        </>
      )}
    </span>
  )
}

/** Somebody else's message has a conversation of its own. */
function Theirs({ message: { id, from }, conversation }: MessageProps) {
  if (from.toLowerCase() !== conversation.email.toLowerCase())
    return (
      <span className="min-w-0 wrap-anywhere">
        <bdi className="font-medium text-ink">{from}</bdi>
        {' · '}
        <Link to={paths.conversation(id)} className="hyperlink">
          Open their conversation
        </Link>
      </span>
    )
  const name = nameOf(conversation)
  return (
    <span className="min-w-0 wrap-anywhere">
      {name !== from && (
        <>
          <bdi className="font-medium text-ink">{name}</bdi>{' '}
        </>
      )}
      <bdi className={name === from ? 'font-medium text-ink' : undefined}>{from}</bdi>
    </span>
  )
}

const states: Record<NonNullable<ConversationMessage['state']>, { label: string; colour: BadgeColour }> = {
  waiting: { label: 'On its way', colour: 'blue' },
  sent: { label: 'Sent', colour: 'green' },
  failed: { label: 'Failed', colour: 'red' },
  unconfirmed: { label: 'Not confirmed', colour: 'yellow' },
}

function State({ message }: { message: ConversationMessage }) {
  const { id, kind, label, state, take_back_until } = message
  const takeBack = useTakeBack()
  return (
    <>
      {kind === 'auto_reply' && label !== 'automatic' && <Badge>Automatic</Badge>}
      {state && <Badge colour={states[state].colour}>{states[state].label}</Badge>}
      {state === 'waiting' && take_back_until && (
        <Button size="sm" busy={takeBack.isPending && 'Undoing…'} onClick={() => takeBack.mutate(id)}>
          {UNDO}
          <span className="sr-only"> this answer</span>
        </Button>
      )}
    </>
  )
}

/** The text of a message; on request with its quoted text, or formatted. */
function Content({ message }: { message: ConversationMessage }) {
  const { id, from, text, quoted, has_html, notice } = message
  const [isFormatted, setFormatted] = useState(false)
  const [isQuoted, setQuoted] = useState(false)
  const quoteId = useId()
  return (
    <>
      {isFormatted ? (
        <FormattedMessage messageId={id} from={from} />
      ) : (
        // Without a text, the notice says why.
        (text !== '' || notice === null) && <Text text={text} isOwn={isOwn(message)} />
      )}
      {isQuoted && !isFormatted && quoted !== null && (
        <blockquote
          id={quoteId}
          dir="auto"
          className="border-s-2 border-line ps-3 text-sm break-words whitespace-pre-wrap text-ink-muted"
        >
          <LinkedText text={quoted} />
        </blockquote>
      )}
      {(quoted !== null || has_html) && (
        <div className="-ms-2 flex flex-wrap gap-x-1">
          {quoted !== null && !isFormatted && (
            <Button
              variant="ghost"
              size="sm"
              aria-expanded={isQuoted}
              aria-controls={isQuoted ? quoteId : undefined}
              onClick={() => setQuoted(!isQuoted)}
            >
              {isQuoted ? 'Hide quoted text' : 'Show quoted text'}
            </Button>
          )}
          {has_html && (
            <Button variant="ghost" size="sm" onClick={() => setFormatted(!isFormatted)}>
              {isFormatted ? 'Hide formatted message' : 'Show formatted message'}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

/** How much of a long text is shown at first: less of our own, which the user knows. */
const LENGTH = { own: { characters: 400, lines: 6 }, theirs: { characters: 3000, lines: 40 } }

function Text({ text, isOwn }: { text: string; isOwn: boolean }) {
  const [isWhole, setWhole] = useState(false)
  const begin = beginningOf(text, LENGTH[isOwn ? 'own' : 'theirs'])
  const isCut = begin.length < text.length
  const shown = isCut && !isWhole ? `${begin} …` : text || '(no text)'
  return (
    <div className="flex flex-col items-start gap-1">
      <p dir="auto" className="w-full break-words whitespace-pre-wrap text-ink">
        {isOwn ? shown : <LinkedText text={shown} />}
      </p>
      {isCut && (
        <button
          type="button"
          className="hyperlink min-h-6 text-sm"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show less' : 'Show all'}
        </button>
      )}
    </div>
  )
}

/** The whole text if little more would follow; otherwise whole words. */
function beginningOf(text: string, { characters, lines }: { characters: number; lines: number }): string {
  const some = text.split('\n').slice(0, lines).join('\n').slice(0, characters)
  if (text.length - some.length < characters / 4) return text
  return some.replace(/\s+\S*$/, '')
}

function Original({ message: { id, has_original } }: { message: ConversationMessage }) {
  if (!has_original) return <p className="text-sm text-ink-muted">The original has been deleted.</p>
  return (
    <a
      href={pathOf(replyRoutes.raw.path, { id })}
      download
      className="hyperlink inline-flex min-h-6 items-center gap-1.5 self-start text-sm"
    >
      <Download className="size-4" aria-hidden="true" />
      Download original (.eml)
    </a>
  )
}
