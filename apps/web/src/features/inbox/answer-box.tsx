import { answeringRefusals } from '@goldpan/contract/answering'
import type { ConversationState } from '@goldpan/contract/inbox'
import type { Conversation } from '@goldpan/contract/replies'
import clsx from 'clsx'
import { ChevronUp, Send } from 'lucide-react'
import { type ChangeEvent, type KeyboardEvent, type Ref, useRef, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { insertText, insertTextLater } from '../../ui/insert-text.ts'
import { isolated } from '../../ui/isolated.ts'
import { useKeyboardHeight } from '../../ui/keyboard-height.ts'
import { Menu } from '../../ui/menu.tsx'
import { useMailboxTrouble } from './answer.queries.ts'
import { AnswerFiles, AttachButton, useFilesDrop } from './answer-files.tsx'
import { type AnswerDraft, type DraftState, isDirty, useDraft } from './draft.ts'
import { nameOf } from './names.ts'
import { PickDayDialog } from './pick-day-dialog.tsx'
import { presenceText, usePresence } from './presence.ts'
import { SavedReplies } from './saved-replies.tsx'
import { useSend } from './send-answer.ts'
import { NoSuggestions, SuggestButton, SuggestionCards, useSuggestions } from './suggestions.tsx'

interface AnswerBoxProps {
  conversation: Conversation
  /** After an answer was sent, with the state of the conversation. */
  onSent?: (state: ConversationState) => void
}

/** Answers a person, or says why that isn't possible. Nothing for somebody who hasn't written. */
export function AnswerBox({ conversation, onSent }: AnswerBoxProps) {
  const { conversation_id, answers_to, closed_reason } = conversation
  if (closed_reason)
    return (
      <div className={place}>
        <Banner>{closed_reason}</Banner>
      </div>
    )
  if (!answers_to || !conversation_id) return null
  return <OpenBox key={conversation_id} id={conversation_id} conversation={conversation} onSent={onSent} />
}

/** At the end of the screen, where the conversation scrolls behind it. */
const place =
  '@container sticky bottom-(--bottom-bar) z-10 flex max-h-[70dvh] min-w-0 flex-col gap-2 bg-surface px-4 py-3 max-sm:px-3 md:px-6 [@media(max-height:26rem)]:max-h-[calc(100dvh-3.5rem)]'

/** Above an on-screen keyboard, in all the room that is left below the bar. */
const aboveKeyboard = (height: number) =>
  height > 0 ? { paddingBottom: height + 8, maxHeight: 'calc(100dvh - 3.5rem)' } : undefined

function OpenBox({ id, conversation, onSent }: AnswerBoxProps & { id: string }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const hadFocus = useRef(false)
  const { draft, state } = useDraft(id, conversation)
  const presence = usePresence(id)
  const suggestions = useSuggestions(id)
  const drop = useFilesDrop(draft.attach)
  const keyboard = useKeyboardHeight()
  const { error, clearError, check, send, overtaken } = useSend({
    conversation,
    draft,
    onSent: (state) => {
      presence.endTyping()
      onSent?.(state)
    },
    onRefused: (code) => focusOn(field.current, code === 'inbox.placeholder_left'),
  })
  const sendAndBeDone = () => void send({ state: 'done' })

  function type(text: string): void {
    draft.type(text)
    presence.noteTyping()
    clearError()
  }

  /** As if typed: at the caret, or at the end of a text that nobody has been in. */
  function insert(text: string): void {
    if (!field.current) return
    if (!hadFocus.current) moveToEnd(field.current)
    insertText(field.current, text)
  }

  function append(text: string): void {
    if (!field.current) return
    moveToEnd(field.current)
    insertTextLater(field.current, state.text.trim() === '' ? text : `\n\n${text}`)
  }

  return (
    <section
      aria-label={`Answer to ${isolated(nameOf(conversation))}`}
      data-bar
      data-keyboard={keyboard > 0 ? '' : undefined}
      {...drop.target}
      style={aboveKeyboard(keyboard)}
      className={clsx(place, drop.isOver && 'bg-accent-tint')}
    >
      <div className="flex max-h-[50dvh] min-h-0 flex-col gap-2 overflow-y-auto empty:hidden">
        <MailboxTrouble conversation={conversation} />
        {overtaken && (
          <Banner
            kind="warning"
            announce
            onDismiss={overtaken.dismiss}
            action={
              <Button size="sm" onClick={overtaken.sendAnyway}>
                Send anyway
              </Button>
            }
          >
            {overtaken.message}
          </Banner>
        )}
        <OtherDraft draft={draft} state={state} />
        <NoSuggestions suggestions={suggestions} />
      </div>
      <div className="flex shrink-0 flex-wrap items-baseline justify-between gap-x-3">
        <label htmlFor={FIELD_ID} className="text-sm font-medium">
          Your answer
        </label>
        {/* Other members in the conversation. */}
        <p aria-live="polite" className="min-w-0 flex-auto text-sm text-ink-muted">
          {presenceText(conversation)}
        </p>
        <SaveState state={state} />
      </div>
      <AnswerField
        ref={field}
        text={state.text}
        error={error}
        onType={type}
        onFocus={() => {
          hadFocus.current = true
        }}
        onBlur={() => void draft.save()}
        onSend={sendAndBeDone}
      />
      <AnswerFiles draft={draft} state={state} />
      <div className="flex max-w-240 shrink-0 flex-wrap items-center gap-1.5">
        <SendButtons isSending={state.isSending} check={check} send={send} />
        <div className="ms-auto flex flex-wrap items-center gap-1.5">
          <SavedReplies conversationId={id} onInsert={insert} />
          <SuggestButton suggestions={suggestions} />
          <AttachButton onAttach={draft.attach} />
        </div>
      </div>
      {keyboard === 0 && (
        <p className="shrink-0 text-xs wrap-anywhere text-ink-muted [@media(max-height:26rem)]:hidden">
          {`Sent from ${conversation.return_address} in the same thread. Not counted toward your plan.`}
        </p>
      )}
      <SuggestionCards suggestions={suggestions} onUse={append} />
    </section>
  )
}

const FIELD_ID = 'your-answer'

const moveToEnd = (field: HTMLTextAreaElement): void =>
  field.setSelectionRange(field.value.length, field.value.length)

const PLACEHOLDER = /\{\{[^{}]*\}\}/

/** Selects the first placeholder, so that typing replaces it. */
function focusOn(field: HTMLTextAreaElement | null, isPlaceholder: boolean): void {
  field?.focus()
  const found = isPlaceholder ? PLACEHOLDER.exec(field?.value ?? '') : null
  if (found) field?.setSelectionRange(found.index, found.index + found[0].length)
}

interface AnswerFieldProps {
  ref: Ref<HTMLTextAreaElement>
  text: string
  error: string | null
  onType: (text: string) => void
  onFocus: () => void
  onBlur: () => void
  onSend: () => void
}

/** Marks placeholders that are left, in a coloured copy of the text behind the field. */
function AnswerField({ ref, text, error, onType, onFocus, onBlur, onSend }: AnswerFieldProps) {
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') event.currentTarget.blur()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      onSend()
    }
  }
  const inner = 'rounded-none! border-0! outline-none! shadow-none!'
  return (
    <>
      <div
        className={clsx(
          // Gives room to what stands above it, down to two lines.
          'max-h-[40dvh] min-h-15 max-w-240 shrink-1000 overflow-y-auto rounded-md border bg-surface focus-within:outline-2 focus-within:outline-focus',
          error ? 'border-danger' : 'border-line-strong',
        )}
      >
        <div className="chip-field">
          <div aria-hidden="true" dir="auto" className={clsx('control', inner)}>
            {text.split(/(\{\{[^{}]*\}\})/).map((part, at) =>
              at % 2 === 1 ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text are told apart by their place
                <mark key={at} className="is-unknown">
                  {part}
                </mark>
              ) : (
                part
              ),
            )}
            {/* Gives a last empty line its height. */}
            {'\u200b'}
          </div>
          <textarea
            ref={ref}
            id={FIELD_ID}
            dir="auto"
            rows={2}
            value={text}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${FIELD_ID}-error` : undefined}
            aria-keyshortcuts="r"
            onChange={(event: ChangeEvent<HTMLTextAreaElement>) => onType(event.target.value)}
            onFocus={onFocus}
            onBlur={onBlur}
            onKeyDown={onKeyDown}
            className={clsx('control', inner)}
          />
        </div>
      </div>
      {error && <FieldError id={`${FIELD_ID}-error`}>{error}</FieldError>}
    </>
  )
}

interface SendButtonsProps extends Pick<ReturnType<typeof useSend>, 'check' | 'send'> {
  isSending: boolean
}

function SendButtons({ isSending, check, send }: SendButtonsProps) {
  const [isPicking, setPicking] = useState(false)
  return (
    <>
      <Button
        variant="primary"
        aria-keyshortcuts="Control+Enter Meta+Enter"
        icon={<Send aria-hidden="true" className="max-sm:hidden" />}
        busy={isSending && 'Sending…'}
        onClick={() => void send({ state: 'done' })}
      >
        Send answer
      </Button>
      <Menu
        label="More ways to send"
        align="start"
        trigger={
          <Button
            aria-label="More ways to send"
            className="min-w-control"
            icon={<ChevronUp aria-hidden="true" />}
          />
        }
        items={[
          { id: 'open', label: 'Send and keep open', onSelect: () => void send({ state: 'open' }) },
          { id: 'snooze', label: 'Send and snooze…', onSelect: () => check() && setPicking(true) },
        ]}
      />
      {isPicking && (
        <PickDayDialog
          onPick={(until) => void send({ state: 'snoozed', until })}
          onClose={() => setPicking(false)}
        />
      )}
    </>
  )
}

function MailboxTrouble({ conversation }: { conversation: Conversation }) {
  const trouble = useMailboxTrouble(conversation)
  return trouble && <Banner kind="warning">{trouble}</Banner>
}

function SaveState({ state }: { state: DraftState }) {
  const { failure, isSaving, text, files } = state
  if (failure)
    return (
      <p role="alert" className="text-xs text-danger-ink">
        {failure}
      </p>
    )
  const isSaved = !isDirty(state) && (text !== '' || files.length > 0)
  return <p className="text-xs text-ink-muted">{isSaving ? 'Saving…' : isSaved ? 'Draft saved' : ''}</p>
}

/** Another window saved another text: shows it, to choose one of both. */
function OtherDraft({ draft, state: { other } }: { draft: AnswerDraft; state: DraftState }) {
  if (!other) return null
  return (
    <Banner kind="warning" announce title={answeringRefusals['inbox.draft_changed'].message}>
      <p
        dir="auto"
        className="my-2 rounded-md border border-line bg-surface p-3 break-words whitespace-pre-wrap"
      >
        {other.text || '(no text)'}
      </p>
      {other.files.length > 0 && <p>Files: {other.files.map((file) => isolated(file.name)).join(', ')}</p>}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={draft.takeOther}>
          Use this one
        </Button>
        <Button size="sm" onClick={draft.keepMine}>
          Keep mine
        </Button>
      </div>
    </Banner>
  )
}
