import clsx from 'clsx'
import createPurifier from 'dompurify'
import { useMemo } from 'react'
import { withoutInlineHandlers } from './inline-handlers.ts'

const purifier = createPurifier(window)

purifier.addHook('afterSanitizeAttributes', (element) => {
  if (element.tagName !== 'A') return
  element.classList.add('hyperlink')
  element.setAttribute('target', '_blank')
  element.setAttribute('rel', 'noopener')
})

/** Removes scripts, styles, forms, frames and handlers; links open in a new tab. */
export function sanitizeHtml(html: string): string {
  return purifier.sanitize(withoutInlineHandlers(html), {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'select', 'textarea', 'dialog', 'video', 'audio'],
    FORBID_ATTR: ['id', 'name', 'class', 'srcset', 'background'],
  })
}

/** Shows untrusted HTML, such as an email body or a signature, after sanitizing it. */
export function SanitizedHtml({ html, className }: { html: string; className?: string }) {
  const clean = useMemo(() => sanitizeHtml(html), [html])
  return (
    <div
      dir="auto"
      className={clsx('sanitized-html', className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the one place where HTML enters, cleaned above
      dangerouslySetInnerHTML={{ __html: clean }}
    />
  )
}
