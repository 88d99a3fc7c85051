import { zodResolver } from '@hookform/resolvers/zod'
import type { SubmitEvent } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { Dialog } from './dialog.tsx'
import { DialogActions } from './dialog-actions.tsx'
import { Field } from './field.tsx'
import { TextInput } from './text-input.tsx'

export interface Link {
  url: string
  text: string
}

export interface LinkDialogProps {
  /** The text that was selected when the dialog opened. */
  initialText: string
  schema: z.ZodType<Link, Link>
  onInsert: (link: Link) => void
  onClose: () => void
}

/** Asks for the address and the words of a link. */
export function LinkDialog({ initialText, schema, onInsert, onClose }: LinkDialogProps) {
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { url: '', text: initialText } })
  const { errors } = form.formState
  const insert = form.handleSubmit(onInsert)
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    // The dialog may be inside another form in the tree of components.
    event.stopPropagation()
    void insert(event)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title="Insert link"
      onSubmit={onSubmit}
      footer={<DialogActions>Insert link</DialogActions>}
    >
      <div className="flex flex-col gap-4">
        <Field label="URL" error={errors.url?.message}>
          <TextInput
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="https://"
            {...form.register('url')}
          />
        </Field>
        <Field
          label="Link text"
          error={errors.text?.message === errors.url?.message ? undefined : errors.text?.message}
        >
          <TextInput {...form.register('text')} />
        </Field>
      </div>
    </Dialog>
  )
}
