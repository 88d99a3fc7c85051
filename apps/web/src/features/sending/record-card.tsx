import type { DnsRecord, RecordState } from '@goldpan/contract/sending-domain'
import { Copy } from 'lucide-react'
import { Badge, type BadgeColour } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { toast } from '../../ui/toast.ts'

interface Shown {
  label: string
  colour: BadgeColour
}

const states: Record<RecordState, Shown> = {
  ok: { label: 'Published', colour: 'green' },
  unsure: { label: 'Please look', colour: 'yellow' },
  missing: { label: 'Missing', colour: 'red' },
  wrong: { label: 'Wrong', colour: 'red' },
  unknown: { label: 'No answer', colour: 'grey' },
}
const notYet: Shown = { label: 'Not set yet', colour: 'grey' }

/** One DNS record: what to set, what is published, and whether it will do. Until it is needed nothing is missing. */
export function RecordCard({ record, isNeeded }: { record: DnsRecord; isNeeded: boolean }) {
  const { title, purpose, type, name, value, found, state, sentence } = record
  const shown = state === 'missing' && !isNeeded ? notYet : states[state]
  return (
    <Card
      as="li"
      title={title}
      description={purpose}
      mark={<Badge colour={shown.colour}>{shown.label}</Badge>}
    >
      <p className="break-words">{sentence}</p>
      <dl className="mt-3 grid gap-x-4 gap-y-2 text-sm sm:grid-cols-[6rem_minmax(0,1fr)]">
        <dt className="text-ink-muted">Type</dt>
        <dd>{type}</dd>
        <Copied label="Name" text={name} />
        <Copied label="Value" text={value} />
        {found.length > 0 && (
          <>
            <dt className="text-ink-muted">Published</dt>
            <dd>
              <ul>
                {found.map((text) => (
                  <li key={text}>
                    <code className="wrap-anywhere">{text}</code>
                  </li>
                ))}
              </ul>
            </dd>
          </>
        )}
      </dl>
    </Card>
  )
}

function Copied({ label, text }: { label: string; text: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast.success(`${label} copied`)
    } catch {
      toast.error('The browser did not allow copying. Please select the text instead.')
    }
  }
  return (
    <>
      <dt className="text-ink-muted">{label}</dt>
      <dd className="flex items-start justify-between gap-2">
        <code className="min-w-0 wrap-anywhere">{text}</code>
        <IconButton
          className="-my-1.5 max-sm:-my-2.5"
          label={`Copy the ${label.toLowerCase()}`}
          icon={<Copy aria-hidden="true" />}
          onClick={() => void copy()}
        />
      </dd>
    </>
  )
}
