import { byLevel, findMissing } from '@goldpan/contract/missing-values'
import type { Finding } from '@goldpan/contract/writing'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { countOf } from '../../../lib/counts.ts'
import { errorText } from '../../../lib/error-text.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { isolated } from '../../../ui/isolated.ts'
import { SkeletonText } from '../../../ui/skeleton.tsx'
import { MessageView } from '../message-view.tsx'
import { PersonStepper, usePerson } from '../recipients/person-stepper.tsx'
import { TestEmailButton } from '../test-email-button.tsx'
import { useMissingValues, usePreview } from './template.queries.ts'

interface TemplatePreviewProps {
  campaignId: string
  text: { subject: string; body: string }
}

/** The template as one recipient after the other reads it, with its checks. */
export function TemplatePreview({ campaignId, text }: TemplatePreviewProps) {
  const person = usePerson(campaignId)
  const { subject, body } = useDebounced(text, 300)
  const preview = usePreview(campaignId, { subject, body }, person.id)
  const reader = preview.data?.recipient
  return (
    <section aria-label="Preview" className="flex min-w-0 flex-col gap-3">
      <div className="flex min-h-control-small items-center justify-between gap-2">
        <h3 className="min-w-0 text-sm font-semibold wrap-anywhere">
          {reader?.id ? `As ${isolated(reader.name)} reads it` : 'Preview'}
        </h3>
        <PersonStepper {...person} />
      </div>
      {preview.isError && !preview.data ? (
        <p className="text-sm text-ink-muted">
          {errorText(preview.error, 'The preview could not be made.')} What you type is kept.
        </p>
      ) : !preview.data ? (
        <SkeletonText lines={6} />
      ) : (
        <>
          <MessageView to={preview.data.recipient.email} {...preview.data} />
          <CheckPanel text={text} findings={preview.data.findings} campaignId={campaignId} />
          <div>
            <TestEmailButton
              campaignId={campaignId}
              prospectId={preview.data.recipient.id}
              template={{ subject: text.subject, body: text.body }}
            />
          </div>
        </>
      )}
    </section>
  )
}

const signs: Record<Finding['level'], ReactNode> = {
  error: <CircleAlert className="text-danger-ink" aria-label="Error" />,
  hint: <TriangleAlert className="text-warning-ink" aria-label="Hint" />,
  fine: <CircleCheck className="text-success-ink" aria-label="Fine" />,
}

/** The checks of the saved template. */
export function TemplateChecks({ campaignId, text }: TemplatePreviewProps) {
  const { subject, body } = text
  const preview = usePreview(campaignId, { subject, body }, null)
  return preview.data && <CheckPanel campaignId={campaignId} text={text} findings={preview.data.findings} />
}

interface CheckPanelProps extends TemplatePreviewProps {
  findings: readonly Finding[]
}

/** Errors and hints in view, the rest folded away. Only errors prevent saving. */
function CheckPanel({ campaignId, text, findings }: CheckPanelProps) {
  const missing = useMissingValues(campaignId)
  const all = byLevel([...findings, ...findMissing(`${text.subject}\n${text.body}`, missing.data ?? [])])
  const fine = all.filter(({ level }) => level === 'fine')
  const open = all.filter(({ level }) => level !== 'fine')
  return (
    <section aria-label="Checks" className="flex flex-col gap-1.5 text-sm">
      <FindingList findings={open} />
      {open.length === 0 && (
        <div>
          <Badge colour="green">All checks passed</Badge>
        </div>
      )}
      {fine.length > 0 && (
        <Disclosure summary={`${countOf(fine.length, 'check')} passed`}>
          <FindingList findings={fine} />
        </Disclosure>
      )}
    </section>
  )
}

const FindingList = ({ findings }: { findings: readonly Finding[] }) => (
  <ul className="flex flex-col gap-1.5 empty:hidden">
    {findings.map((finding) => (
      <li
        key={`${finding.kind} ${finding.sentence}`}
        className="flex gap-2 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0"
      >
        {signs[finding.level]}
        <div className="min-w-0 break-words">
          {finding.sentence}
          {finding.recipients.length > 0 && (
            <Disclosure summary="Who">
              <p className="ps-5 text-ink-muted">{finding.recipients.join(', ')}</p>
            </Disclosure>
          )}
        </div>
      </li>
    ))}
  </ul>
)
