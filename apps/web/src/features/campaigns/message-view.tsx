import clsx from 'clsx'
import { Monitor, Moon, Smartphone, Sun } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { SanitizedHtml } from '../../ui/sanitized-html.tsx'

export interface MessageViewProps {
  to: string
  subject: string
  content: string
  signature: string
  footer: string
}

/** A message as its recipient sees it: wide or narrow, light or dark. */
export function MessageView({ to, subject, content, signature, footer }: MessageViewProps) {
  const [isNarrow, setNarrow] = useState(false)
  const [isDark, setDark] = useState(false)
  const html = [content, signature && `<div>${signature}</div>`, footer].filter(Boolean).join('\n')
  return (
    <section aria-label="Email preview" className="overflow-hidden rounded-lg border border-line">
      <header className="flex items-start justify-between gap-2 border-b border-line bg-sunken px-4 py-2.5">
        <div className="min-w-0 text-sm">
          <p className="break-words">
            <span className="text-ink-muted">Subject: </span>
            <strong className="font-semibold">{subject || '–'}</strong>
          </p>
          <p className="break-words">
            <span className="text-ink-muted">To: </span>
            {to}
          </p>
        </div>
        <div className="flex shrink-0">
          <IconButton
            label={isNarrow ? 'Show on a computer' : 'Show on a phone'}
            icon={isNarrow ? <Monitor aria-hidden="true" /> : <Smartphone aria-hidden="true" />}
            onClick={() => setNarrow(!isNarrow)}
          />
          <IconButton
            label={isDark ? 'Show in light mode' : 'Show in dark mode'}
            icon={isDark ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
            onClick={() => setDark(!isDark)}
          />
        </div>
      </header>
      <div className={clsx('bg-sunken', isNarrow && 'px-4 py-3')}>
        {/* Dark mail programs invert colours, but not images. */}
        <div
          className={clsx(isNarrow && 'mx-auto max-w-80', isDark && 'invert hue-rotate-180 [&_img]:invert')}
        >
          <SanitizedHtml html={html} className="px-4 py-4" />
        </div>
      </div>
    </section>
  )
}
