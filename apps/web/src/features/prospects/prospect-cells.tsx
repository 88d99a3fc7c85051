import { listedIn } from '@goldpan/contract/directories'
import { type Prospect, statusColours, statusLabel } from '@goldpan/contract/prospects'
import { Ban } from 'lucide-react'
import { Suspense, use } from 'react'
import { formatDay } from '../../lib/dates.ts'
import { formatPhone } from '../../lib/person-name.ts'
import { Badge, type BadgeColour } from '../../ui/badge.tsx'
import { CutText } from '../../ui/cut-text.tsx'

/** On one line, cut where it doesn't fit; the row opens beside it with the whole address. */
export const EmailAddress = ({ email }: { email: string }) => (
  <span dir="auto" title={email} className="cut in-data-[cards=true]:text-[0.8125rem]">
    {email}
  </span>
)

const isUnspaced = (phone: string): boolean => /^\+\d{8,15}$/.test(phone)

/** Formats a number with a country code as that country writes it. */
export function PhoneNumber({ number }: { number: string | null }) {
  const phone = number ? formatPhone(number) : '–'
  if (!isUnspaced(phone)) return <Shown phone={phone} />
  return (
    <Suspense fallback={<Shown phone={phone} />}>
      <Spaced phone={phone} />
    </Suspense>
  )
}

/** Loads the country rules, 44 KB, with the first such number; until then it is shown unformatted. */
const loadRules = () => import('libphonenumber-js/min').catch(() => null)
let rules: ReturnType<typeof loadRules> | undefined

function Spaced({ phone }: { phone: string }) {
  rules ??= loadRules()
  const spaced = use(rules)?.parsePhoneNumberFromString(phone)?.formatInternational()
  return <Shown phone={spaced ?? phone} />
}

const Shown = ({ phone }: { phone: string }) => <CutText className="tabular-nums">{phone}</CutText>

type Found = Pick<Prospect, 'source_url' | 'source_method' | 'source_snippet' | 'found_at'>

/** 'found on /impressum, 21 Nov', with a link to the page, or 'listed in OpenStreetMap, 21 Nov'. */
export function FoundOn({ prospect }: { prospect: Found }) {
  const { source_url, source_snippet, found_at } = prospect
  const { how, where } = sourceOf(prospect)
  const words = `${how} ${where}${found_at ? `, ${formatDay(found_at)}` : ''}`
  if (!source_url) return <span className="text-ink-muted">{words}</span>
  return (
    <a
      href={source_url}
      target="_blank"
      rel="noopener noreferrer"
      title={source_snippet ?? undefined}
      className="hyperlink wrap-anywhere"
    >
      {words}
    </a>
  )
}

/** 'found on /impressum', 'listed in OpenStreetMap' or 'added by hand'. */
export function sourceOf({ source_url, source_method }: Pick<Prospect, 'source_url' | 'source_method'>) {
  const listing = listedIn(source_method)
  if (listing) return { how: 'listed in', where: listing.directory }
  return source_url ? { how: 'found on', where: pathOf(source_url) } : { how: 'added', where: 'by hand' }
}

/** '/impressum', the website's name for its home page, or 'OpenStreetMap' for an entry there. */
export function pathOf(url: string): string {
  if (!URL.canParse(url)) return url
  const { host, pathname } = new URL(url)
  if (host === 'www.openstreetmap.org') return 'OpenStreetMap'
  return pathname === '/' ? host : pathname
}

const shown: Record<NonNullable<Prospect['address_check']>, { label: string; colour: BadgeColour }> = {
  safe: { label: 'Deliverable', colour: 'green' },
  risky: { label: 'Risky', colour: 'yellow' },
  bad: { label: 'Bad address', colour: 'red' },
  unknown: { label: 'Not known', colour: 'grey' },
}

type Checked = Pick<Prospect, 'address_check' | 'address_reasons'>

export const addressCheckLabel = ({ address_check: check }: Pick<Prospect, 'address_check'>): string =>
  check ? shown[check].label : 'Checking…'

/** The result of the address check, with its reasons on hover and for screen readers. */
export function AddressCheckBadge({ prospect }: { prospect: Checked }) {
  const label = addressCheckLabel(prospect)
  if (!prospect.address_check) return <Badge>{label}</Badge>
  const { colour } = shown[prospect.address_check]
  const reasons = prospect.address_reasons.join(' ')
  return (
    <span title={reasons}>
      <Badge colour={colour}>{label}</Badge>
      {reasons && <span className="sr-only"> ({reasons})</span>}
    </span>
  )
}

/** The result of the address check with its reasons in full. */
export function AddressCheck({ prospect }: { prospect: Checked }) {
  return (
    <span className="flex flex-col items-start gap-1">
      <AddressCheckBadge prospect={{ ...prospect, address_reasons: [] }} />
      {prospect.address_reasons.length > 0 && (
        <span className="text-sm text-ink-muted">{prospect.address_reasons.join(' ')}</span>
      )}
    </span>
  )
}

export const doNotContact: Record<NonNullable<Prospect['do_not_contact']>, { label: string; why: string }> = {
  bounced: { label: 'Bounced', why: 'Mail to this address comes back.' },
  unsubscribed: { label: 'Unsubscribed', why: 'This person unsubscribed.' },
  complaint: { label: 'Do not contact', why: 'This person reported an email as spam.' },
  stop_reply: { label: 'Do not contact', why: 'This person asked you to stop.' },
  manual: { label: 'Do not contact', why: 'This address is on your do-not-contact list.' },
}

/** The status, and beside it a mark if no campaign writes to this address. */
export function StatusBadges({ prospect }: { prospect: Pick<Prospect, 'status' | 'do_not_contact'> }) {
  const { status, do_not_contact } = prospect
  const mark = do_not_contact && doNotContact[do_not_contact]
  return (
    <span className="flex min-w-0 items-center gap-1 in-data-[cards=true]:flex-col in-data-[cards=true]:items-end">
      <Badge colour={statusColours[status]}>{statusLabel(status)}</Badge>
      {mark && (
        <span title={mark.why} className="flex shrink-0 items-center gap-1 text-xs text-danger-ink">
          <Ban className="size-3.5" aria-hidden="true" />
          <span className="sr-only in-data-[cards=true]:not-sr-only">{mark.label}</span>
          <span className="sr-only"> ({mark.why})</span>
        </span>
      )}
    </span>
  )
}

/** The page of the address has a notice against advertising. */
export function NoAdvertising({ prospect }: { prospect: Pick<Prospect, 'no_solicitation'> }) {
  if (!prospect.no_solicitation) return null
  return (
    <span title="This page asks not to be sent advertising. Think twice before you write.">
      <Badge colour="yellow">No advertising</Badge>
    </span>
  )
}
