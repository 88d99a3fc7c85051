import { statusColours, statusLabel } from '@goldpan/contract/prospects'
import type { Conversation, Person } from '@goldpan/contract/replies'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { formatDay } from '../../lib/dates.ts'
import { paths } from '../../lib/paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { DataList } from '../../ui/data-list.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { HoldState } from '../holds/hold-state.tsx'
import { PhoneNumber, pathOf } from '../prospects/prospect-cells.tsx'
import { ProspectTimeline } from '../prospects/prospect-timeline.tsx'
import { nameOf } from './names.ts'
import { NewNote, NoteList } from './notes.tsx'

interface PersonProps {
  conversation: Conversation
}

/** The person's details, source, notes and activity, beside their conversation. */
export function PersonPanel({ conversation }: PersonProps) {
  return (
    <div className="flex flex-col gap-4 px-4 py-3">
      <div>
        <h2 className="text-xs text-ink-muted">Person</h2>
        <p dir="auto" className="text-base font-semibold wrap-anywhere">
          {nameOf(conversation)}
        </p>
      </div>
      <Details conversation={conversation} />
      <HoldState email={conversation.email} />
      <Source person={conversation.person} />
      <Section title="Notes">
        <NoteList conversation={conversation} />
        {/* A text that was begun stays with its conversation. */}
        <NewNote key={conversation.email} conversation={conversation} />
      </Section>
      <Activity conversation={conversation} />
    </div>
  )
}

/** The same below the messages, where there is no room beside them. */
export function PersonBelow({ conversation }: PersonProps) {
  const [isOpen, setOpen] = useState(false)
  const count = conversation.notes.length
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-3 max-sm:gap-1 max-sm:pt-1">
      <Disclosure summary={<h2>Person</h2>} onToggle={setOpen} className={fold}>
        {isOpen && (
          <div className="flex flex-col gap-4 pt-3 pb-1">
            <Details conversation={conversation} />
            <Source person={conversation.person} />
            <Activity conversation={conversation} />
          </div>
        )}
      </Disclosure>
      {count > 0 && (
        <Disclosure summary={<h2>{`Notes (${count})`}</h2>} className={fold}>
          <div className="pt-3">
            <NoteList conversation={conversation} />
          </div>
        </Disclosure>
      )}
      <NewNote key={conversation.email} conversation={conversation} />
    </div>
  )
}

/** Large enough for a thumb. */
const fold = 'max-sm:[&>summary]:min-h-11'

function Details({ conversation }: PersonProps) {
  const { person, email, prospect_id } = conversation
  return (
    <>
      <DataList
        isNarrow
        items={[
          { label: 'Title', value: person.title && <bdi>{person.title}</bdi> },
          { label: 'Company', value: person.company && <bdi>{person.company}</bdi> },
          { label: 'Phone', value: person.phone && <Phone number={person.phone} /> },
          {
            label: 'Status',
            value: person.status && (
              <Badge colour={statusColours[person.status]}>{statusLabel(person.status)}</Badge>
            ),
          },
          { label: 'Campaigns', value: person.campaigns.length > 0 && <Campaigns person={person} /> },
          { label: 'Emails', value: `${person.sent.toLocaleString()} sent, ${person.opened} opened` },
        ].map((item) => ({ ...item, value: item.value || null }))}
      />
      {prospect_id !== null && (
        <Link to={paths.prospectsWith(email)} className="hyperlink self-start">
          Show in Prospects
        </Link>
      )}
    </>
  )
}

const Phone = ({ number }: { number: string }) => (
  <a href={`tel:${number.replace(/[^\d+]/g, '')}`} className="hyperlink">
    <PhoneNumber number={number} />
  </a>
)

const Campaigns = ({ person }: { person: Person }) => (
  <ul className="flex flex-col gap-1">
    {person.campaigns.map(({ id, name, step }) => (
      <li key={id}>
        <Link to={paths.campaign(id)} className="hyperlink" dir="auto">
          {name}
        </Link>
        {step !== null && (
          <span className="text-ink-muted">{step === 0 ? ', first email' : `, follow-up ${step}`}</span>
        )}
      </li>
    ))}
  </ul>
)

/** Where the address comes from. */
function Source({ person: { source_url, snippet, found_at } }: { person: Person }) {
  if (source_url === null) return null
  return (
    <div className="flex flex-col gap-2">
      <p>
        <a href={source_url} target="_blank" rel="noopener noreferrer" className="hyperlink wrap-anywhere">
          Found on {pathOf(source_url)}
        </a>
        {found_at && <span className="text-ink-muted">, {formatDay(found_at)}</span>}
      </p>
      {snippet && (
        <blockquote dir="auto" className="rounded-md bg-sunken px-3 py-2 text-sm break-words text-ink-muted">
          “{snippet}”
        </blockquote>
      )}
    </div>
  )
}

function Activity({ conversation: { prospect_id } }: PersonProps) {
  if (prospect_id === null) return null
  return (
    <Section title="Activity">
      <ProspectTimeline prospectId={prospect_id} />
    </Section>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-2 border-t border-line pt-3">
      <h3 className="text-sm font-semibold text-ink-muted">{title}</h3>
      {children}
    </section>
  )
}
