import { SIGNATURE_IMAGE_LIMIT, signatureFallbacks, signatureMessages } from '@goldpan/contract/signatures'
import { readUrl, writeLink } from '@goldpan/contract/written-link'
import { Bold, Link2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { errorText } from '../../lib/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { insertText, insertTextLater, selectedText } from '../../ui/insert-text.ts'
import { LinkDialog } from '../../ui/link-dialog.tsx'
import { SanitizedHtml } from '../../ui/sanitized-html.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { toast } from '../../ui/toast.ts'
import { imagePlaceholder, type SignatureImage, type SignatureText, toPreviewHtml } from './signature-text.ts'
import { useUploadImage } from './signatures.queries.ts'

interface SignatureEditorProps {
  inputRef: (element: HTMLTextAreaElement | null) => void
  value: SignatureText
  onChange: (value: SignatureText) => void
  error: string | undefined
  onUploading: (isUploading: boolean) => void
}

/** Editor for a signature's text, links and images, with a preview. */
export function SignatureEditor({ inputRef, value, onChange, error, onUploading }: SignatureEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const latest = useRef(value)
  latest.current = value
  const [linkText, setLinkText] = useState<string | null>(null)
  const preview = toPreviewHtml(value)

  return (
    <div className="flex flex-col gap-4">
      <Field label="Content" error={error} help="Line breaks stay. Select words to make them bold or a link.">
        <TextArea
          ref={(element) => {
            field.current = element
            inputRef(element)
          }}
          rows={6}
          value={value.text}
          onChange={(event) => onChange({ ...latest.current, text: event.target.value })}
        />
      </Field>
      <div role="toolbar" aria-label="Formatting" className="flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={<Bold aria-hidden="true" />}
          onClick={() => field.current && insertText(field.current, `**${selectedText(field.current)}**`)}
        >
          Bold
        </Button>
        <Button
          size="sm"
          icon={<Link2 aria-hidden="true" />}
          onClick={() => setLinkText(selectedText(field.current))}
        >
          Insert link
        </Button>
      </div>
      <SignatureImageDrop
        onUploading={onUploading}
        onUploaded={(image) => {
          const { images } = latest.current
          // Add the image before its placeholder: inserting text calls onChange with the latest value.
          latest.current = { ...latest.current, images: [...images, image] }
          if (field.current)
            insertText(field.current, onOwnLine(field.current, imagePlaceholder(images.length)))
        }}
      />
      <section aria-label="Preview" className="flex flex-col gap-1.5">
        <h3 className="text-sm font-medium">Preview</h3>
        <div className="max-h-64 overflow-y-auto rounded-md border border-line">
          {value.text.trim() ? (
            <SanitizedHtml html={preview} className="p-4" />
          ) : (
            <p className="p-4 text-sm text-ink-muted">Your signature will show here as you type.</p>
          )}
        </div>
      </section>
      {linkText !== null && (
        <LinkDialog
          initialText={linkText}
          schema={signatureLink}
          onClose={() => setLinkText(null)}
          onInsert={({ url, text }) => {
            setLinkText(null)
            insertTextLater(field.current, writeLink(text, readUrl(url) ?? url))
          }}
        />
      )}
    </div>
  )
}

/** The words with the line breaks that keep them apart from the text around the caret. */
function onOwnLine({ value, selectionStart, selectionEnd }: HTMLTextAreaElement, words: string): string {
  const before = value.slice(0, selectionStart)
  const after = value.slice(selectionEnd)
  return `${/[^\n]$/.test(before) ? '\n' : ''}${words}${/^[^\n]/.test(after) ? '\n' : ''}`
}

const signatureLink = z.object({
  url: z
    .string()
    .trim()
    .min(1, signatureMessages.linkUrl)
    .refine((url) => readUrl(url) !== null, signatureMessages.linkScheme),
  text: z.string().trim().min(1, signatureMessages.linkText),
})

interface SignatureImageDropProps {
  onUploaded: (image: SignatureImage) => void
  onUploading: (isUploading: boolean) => void
}

/** Uploads an image at once; its placeholder is then inserted at the caret. */
function SignatureImageDrop({ onUploaded, onUploading }: SignatureImageDropProps) {
  const upload = useUploadImage()
  const [error, setError] = useState<string>()

  async function take(file: File | null) {
    setError(undefined)
    if (!file) return
    onUploading(true)
    try {
      onUploaded(await upload.mutateAsync(file))
    } catch (failure) {
      const message = errorText(failure, signatureFallbacks.upload)
      setError(message)
      toast.error(message)
    } finally {
      onUploading(false)
    }
  }

  return (
    <div className="flex flex-col gap-2">
      <FileDrop
        label="Image"
        optional
        accept="image/*"
        // The message says less than 2 MB, so a file of exactly 2 MB is too large.
        maxBytes={SIGNATURE_IMAGE_LIMIT - 1}
        help="A logo or portrait, less than 2 MB, shown at most 200 px wide"
        sizeMessage={signatureMessages.imageSize}
        typeMessage={signatureMessages.imageSelected}
        dropTypeMessage={signatureMessages.imageDropped}
        value={null}
        onChange={(file) => void take(file)}
        error={error}
      />
      <span role="status" className="text-sm text-ink-muted">
        {upload.isPending && (
          <span className="inline-flex items-center gap-2">
            <Spinner /> Uploading the image…
          </span>
        )}
      </span>
    </div>
  )
}
