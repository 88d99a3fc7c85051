import { inboxFallbacks, type Note, noteText } from '@goldpan/contract/inbox'
import type { Conversation } from '@goldpan/contract/replies'
import { zodResolver } from '@hookform/resolvers/zod'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { formatDateTime } from '../../lib/dates.ts'
import { dropDraft, keepDraft, readDraft } from '../../lib/drafts.ts'
import { errorText } from '../../lib/error-text.ts'
import { useLeaveWarning } from '../../lib/leave-warning.ts'
import { useSession } from '../../lib/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { toast } from '../../ui/toast.ts'
import { useActiveOrganization } from '../organizations/organizations.queries.ts'
import { idOf, useRemoveNote, useSaveNote } from './pane.queries.ts'
import { undoBy } from './undo-action.ts'

/** Keys put the focus into it. */
const NEW_NOTE = 'new-note'

/** The members' notes on a conversation, oldest first. */
export function NoteList({ conversation }: { conversation: Conversation }) {
  const { notes } = conversation
  if (notes.length === 0) return null
  return (
    <ul aria-label="Notes, oldest first" className="flex flex-col gap-3">
      {notes.map((note) => (
        <NoteItem key={note.id} note={note} conversationId={idOf(conversation)} />
      ))}
    </ul>
  )
}

interface NoteItemProps {
  note: Note
  conversationId: string
}

/** One's own can be changed and deleted. */
function NoteItem({ note, conversationId }: NoteItemProps) {
  const { user } = useSession()
  const [isEditing, setEditing] = useState(false)
  const { author, text, created_at, updated_at } = note
  const item = useRef<HTMLLIElement>(null)
  const onEnd = () => {
    setEditing(false)
    item.current?.focus()
  }
  return (
    <li ref={item} tabIndex={-1} className="text-sm outline-none">
      {isEditing ? (
        <EditNote note={note} conversationId={conversationId} onEnd={onEnd} />
      ) : (
        <>
          <p className="text-xs text-ink-muted">
            <bdi>{author.name}</bdi> · <time dateTime={created_at}>{formatDateTime(created_at)}</time>
            {updated_at !== created_at && ', edited'}
          </p>
          <p dir="auto" className="break-words whitespace-pre-wrap">
            {text}
          </p>
          {author.id === user?.id && (
            <div className="-ms-2 flex">
              <Button variant="ghost" size="sm" onClick={() => setEditing(true)}>
                Edit
              </Button>
              <DeleteNote note={note} conversationId={conversationId} />
            </div>
          )}
        </>
      )}
    </li>
  )
}

function DeleteNote({ note, conversationId }: NoteItemProps) {
  const remove = useRemoveNote()
  const addAgain = useSaveNote(conversationId, null)

  async function onDelete() {
    try {
      const { message } = await remove.mutateAsync(note.id)
      toast.success(
        message,
        undoBy(() => addAgain.mutateAsync(note.text), inboxFallbacks.saveNote),
      )
      document.getElementById(NEW_NOTE)?.focus()
    } catch {
      // The mutation has shown the reason.
    }
  }

  return (
    <Button variant="ghost" size="sm" busy={remove.isPending && 'Deleting…'} onClick={() => void onDelete()}>
      Delete
    </Button>
  )
}

const schema = z.object({ text: noteText })

/** A form for one note. Its text stays until the server has it. */
function useNoteForm(conversationId: string, note: Note | null, text: string) {
  const save = useSaveNote(conversationId, note)
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { text } })

  /** Null if the server refused. */
  async function onSave({ text }: { text: string }): Promise<Note | null> {
    try {
      return await save.mutateAsync(text)
    } catch (error) {
      form.setError('text', { message: errorText(error, inboxFallbacks.saveNote) }, { shouldFocus: true })
      return null
    }
  }

  const { errors, isSubmitting } = form.formState
  const submitBy = (onSaved: (saved: Note) => void) =>
    form.handleSubmit(async (values) => {
      const saved = await onSave(values)
      if (saved) onSaved(saved)
    })
  /** Ctrl Enter saves, Escape leaves the field. */
  const keysFor = (submit: () => Promise<void>) => (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isSubmitting) void submit()
    else if (event.key === 'Escape' && event.target instanceof HTMLElement) event.target.blur()
  }
  return { form, submitBy, keysFor, error: errors.text?.message, isSaving: isSubmitting }
}

interface EditNoteProps extends NoteItemProps {
  onEnd: () => void
}

function EditNote({ note, conversationId, onEnd }: EditNoteProps) {
  const { form, submitBy, keysFor, error, isSaving } = useNoteForm(conversationId, note, note.text)
  const { mutateAsync: change } = useSaveNote(conversationId, note)
  const submit = submitBy(() => {
    const before = note.text
    toast.success(
      'Note saved',
      undoBy(() => change(before), inboxFallbacks.saveNote),
    )
    onEnd()
  })
  const { setFocus } = form
  useEffect(() => setFocus('text'), [setFocus])
  useLeaveWarning(form.formState.isDirty)
  return (
    <form noValidate onSubmit={submit} onKeyDown={keysFor(submit)} className="flex flex-col gap-2">
      <Field label="Change note" hideLabel error={error}>
        <TextArea rows={2} dir="auto" {...form.register('text')} />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" size="sm" busy={isSaving && 'Saving…'}>
          Save
        </Button>
        <Button variant="ghost" size="sm" onClick={onEnd}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** Keeps the typed text in this tab until it is saved. */
export function NewNote({ conversation }: { conversation: Conversation }) {
  const conversationId = idOf(conversation)
  const draft = `note.${conversationId}`
  const kept = readDraft(draft, (value) => (typeof value === 'string' ? value : undefined)) ?? ''
  const { form, submitBy, keysFor, error, isSaving } = useNoteForm(conversationId, null, kept)
  const { mutateAsync: remove } = useRemoveNote()
  const organization = useActiveOrganization()
  const submit = submitBy(({ id }) => {
    form.reset({ text: '' })
    toast.success(
      'Note added',
      undoBy(() => remove(id), inboxFallbacks.deleteNote),
    )
  })
  const text = form.watch('text')
  useLeaveWarning(text.trim() !== '')
  useEffect(() => {
    if (text) keepDraft(draft, text)
    else dropDraft(draft)
  }, [draft, text])
  return (
    <form
      noValidate
      onSubmit={submit}
      onKeyDown={keysFor(submit)}
      className="flex flex-col items-start gap-2"
    >
      <Field id={NEW_NOTE} label="New note" hideLabel error={error} className="w-full">
        <TextArea
          rows={1}
          dir="auto"
          placeholder={organization ? 'Only members see notes' : 'Only you see notes'}
          {...form.register('text')}
        />
      </Field>
      <Button type="submit" size="sm" aria-keyshortcuts="n" busy={isSaving && 'Saving…'}>
        Add note
      </Button>
    </form>
  )
}
