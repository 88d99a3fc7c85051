import type { Prospect } from '@goldpan/contract/prospects'
import { formatDayOf } from '../../lib/dates.ts'

type Found = Pick<Prospect, 'source_url' | 'source_snippet' | 'found_at'>

/** 'found on /impressum, 21 Nov', with a link to the page. */
export function FoundOn({ prospect }: { prospect: Found }) {
  const { source_url, source_snippet, found_at } = prospect
  if (!source_url) return <span className="text-ink-muted">added by hand</span>
  return (
    <a
      href={source_url}
      target="_blank"
      rel="noopener noreferrer"
      title={source_snippet ?? undefined}
      className="hyperlink wrap-anywhere"
    >
      found on {pathOf(source_url)}
      {found_at && `, ${formatDayOf(found_at)}`}
    </a>
  )
}

/** '/impressum' of a page, or the website's name where it is the home page. */
function pathOf(url: string): string {
  if (!URL.canParse(url)) return url
  const { host, pathname } = new URL(url)
  return pathname === '/' ? host : pathname
}
