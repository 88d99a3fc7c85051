import type { Prospect } from '@goldpan/contract/prospects'
import { Check, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { personName } from '../../lib/person-name.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DataList } from '../../ui/data-list.tsx'
import { isolated } from '../../ui/isolated.ts'
import { AddressCheck, NoAdvertising } from '../prospects/address-check.tsx'
import { FoundOn } from '../prospects/found-on.tsx'
import { PhoneNumber } from '../prospects/phone-number.tsx'
import type { Decision } from './review.queries.ts'

interface ReviewCardProps {
  prospect: Prospect
  /** '3 of 12' */
  place: string
  /** What was decided just before, and the way back. */
  last: ReactNode
  onDecide: (decision: Decision) => void
}

/** One prospect with the words of the page around its address. */
export function ReviewCard({ prospect, place, last, onDecide }: ReviewCardProps) {
  const { first_name, last_name, confidence } = prospect
  const heading = useRef<HTMLSpanElement>(null)
  // The screen reader tells the next one although the pressed button is gone.
  useEffect(() => heading.current?.focus(), [])
  return (
    <Card
      title={
        <span ref={heading} tabIndex={-1} className="wrap-anywhere outline-none">
          {prospect.email}
        </span>
      }
      description={`Prospect ${place}${prospect.business ? `, ${isolated(prospect.business.name)}` : ''}`}
      keepFooterInView
      footer={
        <div className="grid grid-cols-2 gap-3">
          {last && <div className="col-span-2">{last}</div>}
          <Button
            variant="danger"
            className="min-h-12"
            icon={<Trash2 aria-hidden="true" />}
            aria-keyshortcuts="D Delete"
            onClick={() => onDecide('delete')}
          >
            Delete (D)
          </Button>
          <Button
            variant="primary"
            className="min-h-12"
            icon={<Check aria-hidden="true" />}
            aria-keyshortcuts="K ArrowRight"
            onClick={() => onDecide('keep')}
          >
            Keep (K)
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-4">
        {prospect.source_snippet && (
          <blockquote
            className="rounded-md border-s-4 border-accent bg-sunken px-4 py-3 break-words whitespace-pre-line"
            dir="auto"
          >
            <Marked text={prospect.source_snippet} email={prospect.email} />
          </blockquote>
        )}
        <DataList
          items={[
            { label: 'Source', value: <FoundOn prospect={prospect} /> },
            { label: 'Name', value: <bdi>{personName({ first_name, last_name }) || '–'}</bdi> },
            { label: 'Title', value: prospect.title && <bdi>{prospect.title}</bdi> },
            { label: 'Phone', value: prospect.phone && <PhoneNumber number={prospect.phone} /> },
            { label: 'Address', value: <AddressCheck prospect={prospect} /> },
            ...(prospect.no_solicitation
              ? [{ label: 'Notice', value: <NoAdvertising prospect={prospect} /> }]
              : []),
            {
              label: 'Confidence',
              value: confidence === null ? null : `${Math.round(confidence * 100)} %`,
            },
          ]}
        />
      </div>
    </Card>
  )
}

/** The address stands out in the words around it. */
function Marked({ text, email }: { text: string; email: string }) {
  const start = text.toLowerCase().indexOf(email.toLowerCase())
  if (start < 0) return text
  const end = start + email.length
  return (
    <>
      {text.slice(0, start)}
      <mark className="rounded-sm bg-accent px-0.5 text-on-accent">{text.slice(start, end)}</mark>
      {text.slice(end)}
    </>
  )
}
