import clsx from 'clsx'
import { ImageUp, X } from 'lucide-react'
import { type DragEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { FieldError } from './field.tsx'
import { refusalOf } from './file-rule.ts'
import { IconButton } from './icon-button.tsx'
import { isolated } from './isolated.ts'

export interface FileDropProps {
  label: string
  /** As in an input's accept: 'image/png,image/jpeg' or '.csv'. */
  accept: string
  maxBytes: number
  help?: string
  /** Shown when a file is too large, or of another kind. */
  sizeMessage: string
  typeMessage: string
  /** The type message for a dropped file, if it differs. */
  dropTypeMessage?: string
  value: File | null
  onChange: (file: File | null) => void
  /** An error from elsewhere, such as the server's. */
  error?: string
  optional?: boolean
}

/** Takes one file by choosing or dropping, with a preview of images. */
export function FileDrop(props: FileDropProps) {
  const { label, accept, help, value, onChange, optional } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState<string>()
  const [over, setOver] = useState(false)
  const error = refusal ?? props.error

  function take(file: File | undefined, typeMessage = props.typeMessage) {
    if (input.current) input.current.value = ''
    if (!file) return
    const refused = refusalOf(file, { ...props, typeMessage })
    setRefusal(refused)
    if (!refused) onChange(file)
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0], props.dropTypeMessage)
  }

  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-sm font-medium text-ink" id={`${id}-label`}>
        {label}
        {optional && <span className="font-normal text-ink-muted"> (optional)</span>}
      </span>
      <label
        htmlFor={id}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={clsx(
          'flex cursor-pointer flex-col items-center gap-1 rounded-lg border border-dashed px-4 py-5 text-center text-sm transition-colors',
          'focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus hover:bg-hover',
          over ? 'border-accent-ink bg-accent-tint' : 'border-line-strong',
        )}
      >
        <ImageUp className="size-5 text-ink-muted" aria-hidden="true" />
        <span>
          <span className="hyperlink">Choose a file</span> or drop it here
        </span>
        {help && (
          <span id={`${id}-help`} className="text-ink-muted">
            {help}
          </span>
        )}
        <input
          ref={input}
          id={id}
          type="file"
          accept={accept}
          aria-labelledby={`${id}-label`}
          aria-describedby={
            [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
          }
          aria-invalid={error ? true : undefined}
          onChange={(event) => take(event.target.files?.[0])}
          className="sr-only"
        />
      </label>
      {value && <ChosenFile file={value} onRemove={() => onChange(null)} />}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

function ChosenFile({ file, onRemove }: { file: File; onRemove: () => void }) {
  const picture = useMemo(() => (file.type.startsWith('image/') ? URL.createObjectURL(file) : null), [file])
  useEffect(() => () => (picture ? URL.revokeObjectURL(picture) : undefined), [picture])
  return (
    <div className="flex items-center gap-3 rounded-md border border-line bg-surface p-2">
      {picture && <img src={picture} alt="" className="size-10 rounded-sm object-cover" />}
      <span className="min-w-0 flex-1">
        <span className="cut">{file.name}</span>
        <span className="text-xs text-ink-muted">{Math.ceil(file.size / 1024).toLocaleString()} KB</span>
      </span>
      <IconButton
        label={`Remove ${isolated(file.name)}`}
        icon={<X aria-hidden="true" />}
        onClick={onRemove}
      />
    </div>
  )
}
