import {
  findUnknownPlaceholders,
  unknownPlaceholderMessage,
  writingMessages,
} from '@goldpan/contract/writing'
import { readTarget, writeLink } from '@goldpan/contract/written-link'
import { Link2, Undo2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { z } from 'zod'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { insertText, insertTextLater, selectedText } from '../../../ui/insert-text.ts'
import { LinkDialog } from '../../../ui/link-dialog.tsx'
import type { EmailText } from '../text-form.ts'
import { PlaceholderArea, PlaceholderChips } from './placeholders.tsx'

export interface TemplateFieldsProps {
  text: EmailText
  errors: { [Field in keyof EmailText]?: { message?: string } }
  register: (field: keyof EmailText) => UseFormRegisterReturn
  /** Null if there is nothing to undo. */
  undo: (() => void) | null
  hasSubject?: boolean
  bodyLabel?: string
  rows?: number
  /** Further buttons. */
  children?: ReactNode
}

/** Subject and body, and buttons that put placeholders and links into them. */
export function TemplateFields(props: TemplateFieldsProps) {
  const { text, errors, register, undo, hasSubject = true, bodyLabel = 'Body', rows = 16, children } = props
  const subject = useRef<HTMLTextAreaElement>(null)
  const body = useRef<HTMLTextAreaElement>(null)
  // Placeholders go into the field that was used last.
  const active = useRef<HTMLTextAreaElement | null>(null)
  const [linkText, setLinkText] = useState<string | null>(null)
  const rested = useDebounced(text, 300)
  const fieldOf = (name: keyof typeof text, element: typeof body) => {
    const registered = register(name)
    return {
      ...registered,
      value: text[name],
      ref: (field: HTMLTextAreaElement | null) => {
        element.current = field
        registered.ref(field)
      },
      onFocus: () => {
        active.current = element.current
      },
    }
  }

  return (
    <div className="flex min-w-0 flex-col gap-4">
      <PlaceholderChips
        text={`${text.subject}\n${text.body}`}
        onInsert={(placeholder) => {
          const field = active.current?.isConnected ? active.current : body.current
          if (field) insertText(field, placeholder)
        }}
      >
        <Button
          size="sm"
          icon={<Link2 aria-hidden="true" />}
          onClick={() => setLinkText(selectedText(body.current))}
        >
          Insert link
        </Button>
        {children}
        <Button
          size="sm"
          icon={<Undo2 aria-hidden="true" />}
          disabled={undo === null}
          onClick={() => undo?.()}
        >
          Undo
        </Button>
      </PlaceholderChips>
      {hasSubject && (
        <Field label="Subject" error={errors.subject?.message ?? unknownIn(rested.subject)}>
          <PlaceholderArea
            {...fieldOf('subject', subject)}
            rows={1}
            className="font-medium"
            onEnter={() => body.current?.focus()}
          />
        </Field>
      )}
      <Field
        label={bodyLabel}
        error={errors.body?.message ?? unknownIn(rested.body)}
        help="A blank line begins a new paragraph. Text after | in a placeholder is the fallback."
      >
        <PlaceholderArea {...fieldOf('body', body)} rows={rows} />
      </Field>
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

/** Validated while typing as well. */
function unknownIn(text: string): string | undefined {
  const unknown = findUnknownPlaceholders(text)
  return unknown.length > 0 ? unknownPlaceholderMessage(unknown) : undefined
}

export const templateLink = z.object({
  url: z
    .string()
    .trim()
    .min(1, writingMessages.link)
    .refine((url) => readTarget(url) !== null, writingMessages.linkScheme),
  text: z.string().trim().min(1, writingMessages.link),
})
