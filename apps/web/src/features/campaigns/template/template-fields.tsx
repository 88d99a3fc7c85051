import { writingMessages } from '@goldpan/contract/writing'
import { readTarget, writeLink } from '@goldpan/contract/written-link'
import { Link2, Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { insertText, insertTextLater, selectedText } from '../../../ui/insert-text.ts'
import { LinkDialog } from '../../../ui/link-dialog.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import type { TextForm } from '../text-form.ts'
import { PlaceholderArea, PlaceholderChips } from './placeholders.tsx'

/** Subject and body, and buttons that put placeholders and links into them. */
export function TemplateFields({ editor }: { editor: TextForm }) {
  const { text } = editor
  const { errors } = editor.form.formState
  const body = useRef<HTMLTextAreaElement>(null)
  // Placeholders go into the field that was used last.
  const active = useRef<HTMLInputElement | HTMLTextAreaElement | null>(null)
  const [linkText, setLinkText] = useState<string | null>(null)
  const bodyField = editor.register('body')

  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Field label="Subject" error={errors.subject?.message}>
        <TextInput
          {...editor.register('subject')}
          onFocus={(event) => {
            active.current = event.currentTarget
          }}
        />
      </Field>
      <Field label="Body" error={errors.body?.message} help="A blank line begins a new paragraph.">
        <PlaceholderArea
          {...bodyField}
          ref={(element) => {
            body.current = element
            bodyField.ref(element)
          }}
          rows={14}
          value={text.body}
          onFocus={(event) => {
            active.current = event.currentTarget
          }}
        />
      </Field>
      <div className="flex flex-col gap-2">
        <span className="text-sm text-ink-muted">Insert a placeholder. Text after | is the fallback.</span>
        <PlaceholderChips
          text={`${text.subject}\n${text.body}`}
          onInsert={(placeholder) => {
            const field = active.current ?? body.current
            if (field) insertText(field, placeholder)
          }}
        />
        <div className="flex flex-wrap gap-1.5">
          <Button
            size="sm"
            icon={<Link2 aria-hidden="true" />}
            onClick={() => setLinkText(selectedText(body.current))}
          >
            Insert link
          </Button>
          <Button
            size="sm"
            icon={<Undo2 aria-hidden="true" />}
            disabled={editor.undo === null}
            onClick={() => editor.undo?.()}
          >
            Undo
          </Button>
        </div>
      </div>
      {linkText !== null && (
        <LinkDialog
          initialText={linkText}
          schema={templateLink}
          onClose={() => setLinkText(null)}
          onInsert={({ url, text: words }) => {
            setLinkText(null)
            insertTextLater(body.current, writeLink(words, readTarget(url) ?? url))
          }}
        />
      )}
    </div>
  )
}

export const templateLink = z.object({
  url: z
    .string()
    .trim()
    .min(1, writingMessages.link)
    .refine((url) => readTarget(url) !== null, writingMessages.linkScheme),
  text: z.string().trim().min(1, writingMessages.link),
})
