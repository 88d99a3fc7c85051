import type { MailFile } from '@goldpan/contract/answering'
import { type ConversationMessage, replyRoutes } from '@goldpan/contract/replies'
import { pathOf } from '@goldpan/contract/route'
import { Paperclip } from 'lucide-react'
import { formatFileSize } from '../../lib/file-size.ts'

/** Files of a message, to be saved. The names alone where the files are no longer there. */
export function MessageFiles({ message: { id, files, attachments } }: { message: ConversationMessage }) {
  if (files.length === 0 && attachments.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2 text-sm" aria-label="Attachments">
      {files.length > 0
        ? files.map((file) => <File key={file.id} messageId={id} file={file} />)
        : [...new Set(attachments)].map((name) => (
            <li key={name} className="flex min-w-0 items-center gap-2 text-ink-muted">
              <Paperclip className="size-4 shrink-0" aria-hidden="true" />
              <bdi className="wrap-anywhere">{name}</bdi>
            </li>
          ))}
    </ul>
  )
}

/** Types that the server proves by content and serves as they are. */
const PICTURE = /^image\/(?:png|jpeg|gif|webp)$/

function File({ messageId, file: { id, name, type, size } }: { messageId: string; file: MailFile }) {
  const url = pathOf(replyRoutes.file.path, { id: messageId, partId: id })
  return (
    <li className="max-w-full min-w-0">
      <a
        href={url}
        download={name}
        className="flex max-w-full items-center gap-2 rounded-md border border-line bg-surface px-2.5 py-1.5 hover:bg-hover"
      >
        {PICTURE.test(type) ? (
          <img src={url} alt="" loading="lazy" className="size-12 shrink-0 rounded-sm object-cover" />
        ) : (
          <Paperclip className="size-4 shrink-0 text-ink-muted" aria-hidden="true" />
        )}
        <span className="flex min-w-0 flex-col">
          <bdi className="font-medium wrap-anywhere">{name}</bdi>{' '}
          <span className="text-xs wrap-anywhere text-ink-muted">
            {type === UNKNOWN ? 'File' : type}, {formatFileSize(size)}
          </span>
        </span>
      </a>
    </li>
  )
}

const UNKNOWN = 'application/octet-stream'
