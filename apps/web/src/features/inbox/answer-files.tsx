import type { MailFile } from '@goldpan/contract/answering'
import { Paperclip, X } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { formatFileSize } from '../../lib/file-size.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { isolated } from '../../ui/isolated.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import type { AnswerDraft, DraftState, Upload } from './draft.ts'

/** Chooses files of the answer. */
export function AttachButton({ onAttach }: { onAttach: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant="ghost"
        icon={<Paperclip aria-hidden="true" />}
        className="@max-md:min-w-control"
        title="Attach"
        onClick={() => input.current?.click()}
      >
        <span className="@max-md:sr-only">Attach</span>
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])]
          // The same file can be chosen again.
          event.target.value = ''
          if (chosen.length > 0) onAttach(chosen)
        }}
      />
    </>
  )
}

/** Takes files that are dropped onto an element with these properties. */
export function useFilesDrop(onAttach: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false)
  const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  return {
    isOver,
    target: {
      onDragOver: (event: DragEvent) => {
        if (!carriesFiles(event)) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        if (!carriesFiles(event)) return
        event.preventDefault()
        setOver(false)
        onAttach([...event.dataTransfer.files])
      },
    },
  }
}

/** Attached files and those being uploaded. Nothing if there are none. */
export function AnswerFiles({ draft, state }: { draft: AnswerDraft; state: DraftState }) {
  const { files, uploads, fileFailure } = state
  return (
    <>
      {files.length + uploads.length > 0 && (
        <ul aria-label="Files of the answer" className="flex flex-wrap gap-2">
          {files.map((file) => (
            <AttachedFile key={file.id} file={file} onRemove={() => void draft.removeFile(file.id)} />
          ))}
          {uploads.map((upload) => (
            <UploadedFile key={upload.id} upload={upload} onCancel={() => draft.cancelUpload(upload.id)} />
          ))}
        </ul>
      )}
      {fileFailure && <FieldError>{fileFailure}</FieldError>}
    </>
  )
}

const item =
  'flex max-w-full min-w-0 items-center gap-2 rounded-md border border-line bg-sunken ps-2.5 text-sm'

const AttachedFile = ({ file, onRemove }: { file: MailFile; onRemove: () => void }) => (
  <li className={item}>
    <bdi className="cut">{file.name}</bdi>
    <span className="shrink-0 text-xs text-ink-muted">{formatFileSize(file.size)}</span>
    <IconButton label={`Remove ${isolated(file.name)}`} icon={<X aria-hidden="true" />} onClick={onRemove} />
  </li>
)

const UploadedFile = ({ upload, onCancel }: { upload: Upload; onCancel: () => void }) => (
  <li className={`${item} w-72 py-1`}>
    <div className="min-w-0 flex-1">
      <ProgressBar
        label={upload.name}
        value={upload.progress * upload.size}
        max={upload.size}
        text={`${formatFileSize(upload.progress * upload.size)} of ${formatFileSize(upload.size)}`}
      />
    </div>
    <IconButton
      label={`Cancel ${isolated(upload.name)}`}
      icon={<X aria-hidden="true" />}
      onClick={onCancel}
    />
  </li>
)
