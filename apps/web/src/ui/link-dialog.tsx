import { useState } from 'react'
import { Dialog } from './dialog.tsx'
import { DialogActions } from './dialog-actions.tsx'
import { Field } from './field.tsx'
import { TextInput } from './text-input.tsx'

export interface LinkErrors {
  url?: string
  text?: string
}

export interface LinkDialogProps {
  /** What was selected when the dialog was asked for. */
  initialText: string
  /** What is wrong with the link; nothing when it can be inserted. */
  check: (link: { url: string; text: string }) => LinkErrors
  onInsert: (link: { url: string; text: string }) => void
  onClose: () => void
}

/** Asks for the address and the words of a link. */
export function LinkDialog({ initialText, check, onInsert, onClose }: LinkDialogProps) {
  const [url, setUrl] = useState('')
  const [text, setText] = useState(initialText)
  const [errors, setErrors] = useState<LinkErrors>({})
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title="Insert link"
      onSubmit={(event) => {
        event.preventDefault()
        // The dialog may stand inside another form in the tree of components.
        event.stopPropagation()
        const link = { url: url.trim(), text: text.trim() }
        const found = check(link)
        setErrors(found)
        if (!found.url && !found.text) onInsert(link)
      }}
      footer={<DialogActions>Insert link</DialogActions>}
    >
      <div className="flex flex-col gap-4">
        <Field label="URL" error={errors.url}>
          <TextInput
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="https://"
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        </Field>
        <Field label="Link text" error={errors.text}>
          <TextInput value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
      </div>
    </Dialog>
  )
}
