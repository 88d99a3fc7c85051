import { listedIn } from '@goldpan/contract/directories'
import type { Prospect } from '@goldpan/contract/prospects'
import { ExternalLink, Globe } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../lib/dates.ts'
import { personName } from '../../lib/person-name.ts'
import { Button } from '../../ui/button.tsx'
import { DataList } from '../../ui/data-list.tsx'
import { AddressCheck, NoAdvertising, PhoneNumber } from '../prospects/prospect-cells.tsx'
import type { Entry, Review } from './review.queries.ts'

/** A contact with its buttons, and the place on the website where its address was found. */
export function ReviewedContact({ entry, review }: { entry: Entry; review: Review }) {
  const { prospect } = entry
  return (
    <section
      aria-label="Contact"
      className="grid min-h-full grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr_auto] md:grid-cols-[minmax(0,1fr)_auto] md:grid-rows-[auto_1fr]"
    >
      <header className="border-b border-line px-4 py-3 md:px-6">
        <h2 tabIndex={-1} className="text-base font-semibold wrap-anywhere outline-none">
          {prospect.email}
        </h2>
        <p className="text-xs text-ink-muted">
          <bdi>{describe(prospect)}</bdi>
        </p>
      </header>
      {/* Beside the title; on phones under the thumb. */}
      <div
        data-decide
        className="flex items-center gap-2 bg-surface px-4 max-md:sticky max-md:bottom-(--bottom-bar) max-md:order-last max-md:border-t max-md:border-line max-md:py-3 max-md:*:min-h-12 max-md:*:flex-1 md:border-b md:border-line md:bg-transparent md:px-6"
      >
        <Decide entry={entry} review={review} />
      </div>
      <div className="flex flex-col gap-4 bg-sunken p-4 md:col-span-2 md:px-6">
        <FoundPage prospect={prospect} />
        <Details prospect={prospect} />
      </div>
    </section>
  )
}

function Decide({ entry, review }: { entry: Entry; review: Review }) {
  if (entry.decision !== null)
    return (
      <>
        <span className="text-sm text-ink-muted">{entry.decision === 'keep' ? 'Kept' : 'Removed'}</span>
        <Button onClick={review.undoShown}>Undo</Button>
      </>
    )
  return (
    <>
      <Button variant="primary" aria-keyshortcuts="K ArrowRight" onClick={() => review.decide('keep')}>
        Keep <Key>K</Key>
      </Button>
      <Button aria-keyshortcuts="D Delete" onClick={() => review.decide('delete')}>
        Remove <Key>D</Key>
      </Button>
      {review.last && (
        <Button variant="ghost" aria-keyshortcuts="U Control+Z Meta+Z" onClick={review.undoLast}>
          Undo <Key>U</Key>
        </Button>
      )}
    </>
  )
}

const Key = ({ children }: { children: string }) => (
  <span
    aria-hidden="true"
    className="rounded-sm border border-current/30 px-1 text-xs font-normal max-sm:hidden"
  >
    {children}
  </span>
)

/** 'Events Coordinator, Rising Moon Bakery', after the name if there is one. */
function describe(prospect: Prospect): string {
  const { first_name, last_name, title, business } = prospect
  const name = personName({ first_name, last_name }) || 'No name found'
  return [name, title, business?.name].filter(Boolean).join(', ')
}

/** The text around the address. It is shown as plain text: nothing of the page runs or is loaded. */
function FoundPage({ prospect }: { prospect: Prospect }) {
  const { source_url: url, source_snippet: snippet, found_at } = prospect
  if (!url) return null
  return (
    <article aria-label="Where it was found" className="rounded-lg border border-line bg-surface">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2 text-xs text-ink-muted">
        <Globe className="size-4 shrink-0" aria-hidden="true" />
        <span dir="ltr" className="min-w-0 flex-1 truncate" title={url}>
          {shortAddress(url)}
        </span>
        {found_at && <span className="max-sm:hidden">read {formatDateTime(found_at)}</span>}
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-6 items-center gap-1 font-medium text-accent-ink"
        >
          Open<span className="sr-only"> the page</span>
          <ExternalLink className="size-3.5" aria-hidden="true" />
        </a>
      </div>
      {snippet ? (
        <blockquote
          dir="auto"
          className="min-h-40 px-6 py-6 font-serif text-base/7 wrap-anywhere whitespace-pre-line md:px-9 lg:min-h-72"
        >
          <Marked text={snippet.replaceAll(' · ', '\n')} email={prospect.email} />
        </blockquote>
      ) : (
        <p className="p-6 text-ink-muted">
          {listedIn(prospect.source_method)
            ? 'The address is in the entry of the business there.'
            : 'The address is in the code of the page, without text around it.'}
        </p>
      )}
    </article>
  )
}

function shortAddress(url: string): string {
  if (!URL.canParse(url)) return url
  const { host, pathname, search } = new URL(url)
  return `${host}${pathname === '/' ? '' : pathname}${search}`
}

function Marked({ text, email }: { text: string; email: string }): ReactNode {
  const found = writtenAs(email).exec(text)
  if (!found) return text
  const end = found.index + found[0].length
  return (
    <>
      {text.slice(0, found.index)}
      <mark className="rounded-sm bg-accent-tint px-1 text-accent-ink">{found[0]}</mark>
      {text.slice(end)}
    </>
  )
}

/** The address as pages write it, also as 'jo (at) shop [dot] example'. */
function writtenAs(email: string): RegExp {
  const between = '[^\\p{L}\\p{N}]{0,3}\\p{L}{0,6}[^\\p{L}\\p{N}]{0,3}'
  const parts = email.split(/[@.]/).map((part) => part.replaceAll(/[$()*+/?[\\\]^{|}]/g, '\\$&'))
  return new RegExp(parts.join(between), 'iu')
}

function Details({ prospect }: { prospect: Prospect }) {
  const items = [
    { label: 'Address', value: <AddressCheck prospect={prospect} /> },
    ...(prospect.phone ? [{ label: 'Phone', value: <PhoneNumber number={prospect.phone} /> }] : []),
    ...(prospect.no_solicitation ? [{ label: 'Notice', value: <NoAdvertising prospect={prospect} /> }] : []),
  ]
  return <DataList items={items} />
}
