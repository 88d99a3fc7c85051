import { templateForm, writingMessages } from '@goldpan/contract/writing'
import { Link2, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { readAddress, writeLink } from '../../../lib/written-link.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { insertText, insertTextLater, selectedText } from '../../../ui/insert-text.ts'
import { LinkDialog } from '../../../ui/link-dialog.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import type { EmailText } from '../text-draft.ts'
import { PlaceholderArea } from './placeholder-area.tsx'
import { PlaceholderChips } from './placeholder-chips.tsx'

export interface TemplateErrors {
  subject?: string
  body?: string
}

export interface TemplateFieldsProps {
  text: EmailText
  errors: TemplateErrors
  onChange: (text: EmailText) => void
  onErrors: (errors: TemplateErrors) => void
  /** Null when there is nothing to undo. */
  onUndo: (() => void) | null
}

export function TemplateFields({ text, errors, onChange, onErrors, onUndo }: TemplateFieldsProps) {
  const subject = useRef<HTMLInputElement>(null)
  const body = useRef<HTMLTextAreaElement>(null)
  // Placeholders go into the field that was used last.
  const active = useRef<HTMLInputElement | HTMLTextAreaElement | null>(null)
  const [linkText, setLinkText] = useState<string | null>(null)
  const [opened] = useState(text)
  useFocusFirstError(errors, subject, body)

  // A field that was passed by untouched is not faulted: the line that appears would also push a pressed button away.
  const check = (field: keyof EmailText) => {
    if (text[field] === opened[field]) return
    const issue = templateForm.shape[field].safeParse(text[field]).error?.issues[0]
    onErrors({ ...errors, [field]: issue?.message })
  }

  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Field label="Subject" error={errors.subject}>
        <TextInput
          ref={subject}
          value={text.subject}
          onFocus={(event) => {
            active.current = event.currentTarget
          }}
          onBlur={() => check('subject')}
          onChange={(event) => onChange({ ...text, subject: event.target.value })}
        />
      </Field>
      <Field label="Body" error={errors.body} help="A blank line begins a new paragraph.">
        <PlaceholderArea
          ref={body}
          rows={14}
          value={text.body}
          onFocus={(event) => {
            active.current = event.currentTarget
          }}
          onBlur={() => check('body')}
          onChange={(event) => onChange({ ...text, body: event.target.value })}
        />
      </Field>
      <div className="flex flex-col gap-2">
        <span className="text-sm text-ink-muted">
          {'Placeholders, with what is read where a value is missing: {{firstName|there}}'}
        </span>
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
            disabled={onUndo === null}
            onClick={() => onUndo?.()}
          >
            Undo
          </Button>
        </div>
      </div>
      {linkText !== null && (
        <LinkDialog
          initialText={linkText}
          check={checkTemplateLink}
          onClose={() => setLinkText(null)}
          onInsert={({ url, text: words }) => {
            setLinkText(null)
            insertTextLater(body.current, writeLink(words, readAddress(url) ?? url))
          }}
        />
      )}
    </div>
  )
}

export const checkTemplateLink = ({ url, text }: { url: string; text: string }) => {
  if (!url || !text) return { [url ? 'text' : 'url']: writingMessages.link }
  const isWebsite = /^\{\{\s*website\s*(\|[^{}]*)?\}\}$/.test(url)
  return isWebsite || readAddress(url) ? {} : { url: writingMessages.linkScheme }
}

function useFocusFirstError(
  errors: TemplateErrors,
  subject: React.RefObject<HTMLInputElement | null>,
  body: React.RefObject<HTMLTextAreaElement | null>,
) {
  useEffect(() => {
    // Only a submit finds errors while neither field has the focus.
    if (document.activeElement === subject.current || document.activeElement === body.current) return
    if (!(document.activeElement instanceof HTMLButtonElement) || document.activeElement.type !== 'submit')
      return
    if (errors.subject) subject.current?.focus()
    else if (errors.body) body.current?.focus()
  }, [errors, subject, body])
}
