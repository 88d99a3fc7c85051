import {
  type DnsRecord,
  type RecordState,
  type SendingDomain,
  sendingDomainFallbacks,
} from '@goldpan/contract/sending-domain'
import { Copy, RefreshCw } from 'lucide-react'
import { formatDateTime } from '../../lib/dates.ts'
import { Badge, type BadgeColour } from '../../ui/badge.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { SkeletonCard } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { EmailOptionPage } from './email-option-page.tsx'
import { useCheckDomain, useSendingDomain } from './sending-settings.queries.ts'

export function SendingDomainPage() {
  const check = useCheckDomain()
  const domain = useSendingDomain()
  const hasFailed = domain.isError && !domain.data
  return (
    <EmailOptionPage
      title="Sending domain"
      loading="Checking the sending domain"
      coming={
        <>
          <SkeletonCard lines={2} />
          <SkeletonCard height="16rem" lines={6} />
          <SkeletonCard height="9rem" lines={3} />
        </>
      }
      fallback={sendingDomainFallbacks.fetch}
      loaded={domain}
      action={
        hasFailed ? undefined : (
          <Button
            variant="primary"
            icon={<RefreshCw aria-hidden="true" />}
            busy={check.isPending && 'Checking…'}
            onClick={() => check.mutate()}
          >
            Check again
          </Button>
        )
      }
    >
      {(report) => <DomainReport report={report} />}
    </EmailOptionPage>
  )
}

function DomainReport({ report }: { report: SendingDomain }) {
  return (
    <>
      <Verdict report={report} />
      <ul className="flex flex-col gap-4">
        {report.records.map((record) => (
          <RecordCard key={record.id} record={record} isNeeded={!report.is_outbox} />
        ))}
      </ul>
      {report.server && (
        <Card title="Sending server">
          <p className="break-words">{report.server.sentence}</p>
        </Card>
      )}
      <Card title="Signing key">
        <p className="break-words">{report.key.sentence}</p>
        <p className="mt-1 text-sm text-ink-muted">
          Selector <code className="break-all">{report.key.selector}</code>, made on{' '}
          {formatDateTime(report.key.created_at)}. The private key is stored encrypted and never leaves this
          installation.
        </p>
      </Card>
      <p className="text-sm text-ink-muted">Last checked {formatDateTime(report.checked_at)}</p>
    </>
  )
}

function Verdict({ report }: { report: SendingDomain }) {
  const { domain, is_outbox, is_ready, is_enforced } = report
  const name = <strong className="font-medium wrap-anywhere">{domain}</strong>
  if (is_ready) return <Banner kind="success">{name} is ready: emails are signed and can be sent.</Banner>
  if (is_outbox)
    return (
      <Banner kind="info" title="Nothing to set up yet">
        Emails stay in the built-in outbox. Set these records for {name} before you use your own mail server.
      </Banner>
    )
  return (
    <Banner kind="warning" title="Some records still need work">
      {is_enforced
        ? 'Campaigns wait until they are correct, because mail servers would reject your emails.'
        : 'Emails can be sent, but many mail servers will reject them or mark them as spam.'}
    </Banner>
  )
}

interface Shown {
  label: string
  colour: BadgeColour
}

const states: Record<RecordState, Shown> = {
  ok: { label: 'Published', colour: 'green' },
  unsure: { label: 'Check', colour: 'yellow' },
  missing: { label: 'Missing', colour: 'red' },
  wrong: { label: 'Wrong', colour: 'red' },
  unknown: { label: 'No answer', colour: 'grey' },
}
const notYet: Shown = { label: 'Not set yet', colour: 'grey' }

/** One DNS record: its required and published value, and whether they match. */
function RecordCard({ record, isNeeded }: { record: DnsRecord; isNeeded: boolean }) {
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
      toast.error('The browser blocked copying. Please select the text instead.')
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
