import { answeringFallbacks, answeringRoutes, type SavedReply } from '@goldpan/contract/answering'
import { placeholders } from '@goldpan/contract/writing'
import { zodResolver } from '@hookform/resolvers/zod'
import { Command } from 'cmdk'
import { MessageSquareText, Search } from 'lucide-react'
import * as Radix from 'radix-ui/popover'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorText } from '../../lib/error-text.ts'
import { showRefusal } from '../../lib/form-errors.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { useRemoveReply, useSavedReplies, useSaveReply } from './answer.queries.ts'
import { ManageDialog } from './manage-dialog.tsx'

interface SavedRepliesProps {
  conversationId: string
  /** Given the text for the conversation's person, when the focus is free to return to the answer. */
  onInsert: (text: string) => void
}

/** A menu of saved replies with a search, and a dialog to manage them. */
export function SavedReplies({ conversationId, onInsert }: SavedRepliesProps) {
  const [isOpen, setOpen] = useState(false)
  const [isManaging, setManaging] = useState(false)
  const chosen = useRef<(() => void) | null>(null)
  const choose = (action: () => void) => {
    chosen.current = action
    setOpen(false)
  }
  return (
    <>
      <Radix.Root open={isOpen} onOpenChange={setOpen}>
        <Radix.Trigger asChild>
          <Button
            variant="ghost"
            icon={<MessageSquareText aria-hidden="true" />}
            className="@max-md:min-w-control"
            title="Saved replies"
          >
            <span className="@max-md:sr-only">Saved replies</span>
          </Button>
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            align="start"
            sideOffset={4}
            collisionPadding={8}
            aria-label="Saved replies"
            onCloseAutoFocus={() => {
              // After the focus has returned to the button, so that a dialog opened now returns it there.
              if (chosen.current) setTimeout(chosen.current, 0)
              chosen.current = null
            }}
            className="z-50 flex max-h-(--radix-popover-content-available-height) w-80 max-w-[calc(100vw-1rem)] animate-rise flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-float outline-none"
          >
            <ReplyList
              conversationId={conversationId}
              onChoose={(text) => choose(() => onInsert(text))}
              onManage={() => choose(() => setManaging(true))}
            />
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
      {isManaging && <SavedRepliesDialog onClose={() => setManaging(false)} />}
    </>
  )
}

interface ReplyListProps {
  conversationId: string
  onChoose: (text: string) => void
  onManage: () => void
}

function ReplyList({ conversationId, onChoose, onManage }: ReplyListProps) {
  const [query, setQuery] = useState('')
  const { data, error, isPending } = useSavedReplies(conversationId)
  const found = data?.filter((reply) => matches(reply, query)) ?? []
  const item =
    'flex min-h-control cursor-pointer flex-col justify-center rounded-md px-2.5 py-1 text-sm data-[selected=true]:bg-hover'
  return (
    <Command label="Saved replies" shouldFilter={false} loop className="flex min-h-0 flex-col">
      <div className="flex items-center gap-2 border-b border-line px-3 [&_svg]:size-4 [&_svg]:text-ink-muted">
        <Search aria-hidden="true" />
        <Command.Input
          value={query}
          onValueChange={setQuery}
          placeholder="Search saved replies"
          className="h-control min-w-0 flex-1 bg-transparent text-base outline-none sm:text-sm"
        />
      </div>
      <Command.List className="max-h-72 min-h-0 overflow-y-auto p-1">
        {found.map((reply) => (
          <Command.Item
            key={reply.id}
            value={reply.id}
            onSelect={() => onChoose(reply.filled ?? reply.text)}
            className={item}
          >
            <span dir="auto" className="cut">
              {reply.name}
            </span>
            <span dir="auto" className="cut text-xs text-ink-muted">
              {reply.filled ?? reply.text}
            </span>
          </Command.Item>
        ))}
        {found.length === 0 && (
          <p className="px-2.5 py-3 text-sm text-ink-muted">
            {isPending
              ? 'Loading…'
              : error
                ? errorText(error, answeringFallbacks.savedReplies)
                : data?.length
                  ? 'Nothing matches'
                  : 'No saved replies yet.'}
          </p>
        )}
      </Command.List>
      <div className="border-t border-line p-1">
        <Button variant="ghost" className="w-full justify-start!" onClick={onManage}>
          Manage saved replies
        </Button>
      </div>
    </Command>
  )
}

/** All words are in its name or text. */
function matches({ name, text }: SavedReply, query: string): boolean {
  const searched = `${name} ${text}`.toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word))
}

/** Saved replies: added, changed and deleted. */
export function SavedRepliesDialog({ onClose }: { onClose: () => void }) {
  const { data, error, isPending } = useSavedReplies()
  const remove = useRemoveReply()
  return (
    <ManageDialog
      title="Saved replies"
      description="Texts to answer with, filled in for each person."
      noun="saved reply"
      items={data ?? []}
      empty={{
        text: 'No saved replies yet.',
        isPending,
        error,
        fallback: answeringFallbacks.savedReplies,
      }}
      renderItem={({ name, text }) => (
        <span className="min-w-0 flex-1">
          <span dir="auto" className="cut block">
            {name}
          </span>
          <span dir="auto" className="cut block text-xs text-ink-muted">
            {text}
          </span>
        </span>
      )}
      renderForm={(reply, close) => <SavedReplyForm reply={reply} onClose={close} />}
      onDelete={(id) => remove.mutate(id)}
      onClose={onClose}
    />
  )
}

const placeholderHelp = `Filled in for the person: ${placeholders.map(({ name }) => `{{${name}}}`).join(', ')}. Text after | stands for a missing value, as in {{firstName|there}}.`

interface SavedReplyFormProps {
  /** Null adds one. */
  reply: SavedReply | null
  onClose: () => void
}

function SavedReplyForm({ reply, onClose }: SavedReplyFormProps) {
  const save = useSaveReply(reply)
  const form = useForm({
    resolver: zodResolver(answeringRoutes.addSavedReply.body),
    defaultValues: { name: reply?.name ?? '', text: reply?.text ?? '' },
  })
  const { errors, isSubmitting, isDirty } = form.formState

  const onSubmit = form.handleSubmit(async (values) => {
    try {
      await save.mutateAsync(values)
      toast.success(reply ? 'Saved reply changed' : 'Saved reply added')
      onClose()
    } catch (error) {
      const fields = { 'inbox.too_many_saved': 'name', 'inbox.saved_unknown': 'name' } as const
      if (!showRefusal(form, error, fields)) toast.error(errorText(error, answeringFallbacks.saveReply))
    }
  })

  return (
    <Dialog
      open
      title={reply ? 'Edit saved reply' : 'Add saved reply'}
      onClose={onClose}
      dirty={isDirty}
      locked={isSubmitting}
      onSubmit={onSubmit}
      footer={
        <DialogActions busy={isSubmitting && 'Saving…'}>
          {reply ? 'Save changes' : 'Add saved reply'}
        </DialogActions>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Name" error={errors.name?.message}>
          <TextInput maxLength={60} {...form.register('name')} />
        </Field>
        <Field label="Text" help={placeholderHelp} error={errors.text?.message}>
          <TextArea rows={6} dir="auto" {...form.register('text')} />
        </Field>
      </div>
    </Dialog>
  )
}
