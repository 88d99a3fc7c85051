import { type SendingDomain, sendingDomainFallbacks } from '@goldpan/contract/sending-domain'
import { RefreshCw } from 'lucide-react'
import { formatDateTime } from '../../lib/dates.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SkeletonCard } from '../../ui/skeleton.tsx'
import { EmailOptionPage } from './email-option-page.tsx'
import { RecordCard } from './record-card.tsx'
import { useCheckDomain, useSendingDomain } from './sending-domain.queries.ts'

/** The DNS records of the domain that messages come from. */
export function SendingDomainPage() {
  const check = useCheckDomain()
  const domain = useSendingDomain()
  // Where nothing could be fetched, Retry asks for the same.
  const hasFailed = domain.isError && !domain.data
  return (
    <EmailOptionPage
      title="Sending domain"
      description="Mail servers trust messages whose domain says who may send them. These records say it."
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
        <Card title="Sending server" description="Receivers look up the name of whoever connects to them.">
          <p className="break-words">{report.server.sentence}</p>
        </Card>
      )}
      <Card title="Signing key">
        <p className="break-words">{report.key.sentence}</p>
        <p className="mt-1 text-sm text-ink-muted">
          Selector <code className="break-all">{report.key.selector}</code>, made on{' '}
          {formatDateTime(report.key.created_at)}. The private half is kept encrypted and never leaves this
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
  if (is_ready) return <Banner kind="success">{name} is ready: messages are signed and may leave.</Banner>
  if (is_outbox)
    return (
      <Banner kind="info" title="Nothing has to be set yet">
        Messages stay in the built-in outbox. Before you send through a mail server of your own, set these
        records for {name}.
      </Banner>
    )
  return (
    <Banner kind="warning" title="Some records still need work">
      {is_enforced
        ? 'Campaigns wait until they are right, because mail servers would refuse the messages.'
        : 'Messages can be sent, but many mail servers will refuse them or treat them as spam.'}
    </Banner>
  )
}
