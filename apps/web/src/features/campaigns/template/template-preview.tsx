import { byLevel, findMissing } from '@goldpan/contract/missing-values'
import { type Finding, type Preview, placeholders } from '@goldpan/contract/writing'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { countOf } from '../../../lib/counts.ts'
import { errorText } from '../../../lib/error-text.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { isolated } from '../../../ui/isolated.ts'
import { SkeletonText } from '../../../ui/skeleton.tsx'
import { MessageView } from '../message-view.tsx'
import { PersonStepper, type usePerson } from '../recipients/person-stepper.tsx'
import type { EmailText } from '../text-form.ts'
import { useMissingValues, usePreview } from './template.queries.ts'

export interface PersonPreviewProps {
  person: ReturnType<typeof usePerson>
  preview: { data?: Preview; error: unknown }
  /** The heading's level. */
  level?: 2 | 3
  /** Such an email waits for a value that is missing. */
  isHeldIfMissing?: boolean
  /** Buttons below the message. */
  actions?: ReactNode
}

/** A text as one recipient after the other reads it. */
export function PersonPreview(props: PersonPreviewProps) {
  const { person, preview, level, isHeldIfMissing = false, actions } = props
  const { data, error } = preview
  const reader = data?.recipient
  return (
    <Card
      level={level}
      title={reader?.id ? `As ${isolated(reader.name)} reads it` : 'Preview'}
      description={reader && !reader.id && 'A made-up person, until you add prospects.'}
      actions={<PersonStepper {...person} />}
    >
      <div className="flex flex-col gap-3">
        {data ? (
          <>
            <MessageView to={data.recipient.email} {...data} />
            {reader?.id && data.missing.length > 0 && (
              <Missing name={reader.name} missing={data.missing} isHeld={isHeldIfMissing} />
            )}
          </>
        ) : error ? (
          <p className="text-ink-muted">{errorText(error, 'The preview failed.')} Your text is kept.</p>
        ) : (
          <SkeletonText lines={8} />
        )}
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
    </Card>
  )
}

const labels = new Map<string, string>(placeholders.map(({ name, label }) => [name, label]))

interface MissingProps {
  name: string
  missing: readonly string[]
  isHeld: boolean
}

function Missing({ name, missing, isHeld }: MissingProps) {
  const names = missing.map((one) => labels.get(one) ?? one).join(', ')
  return (
    <p className="flex gap-2 text-sm [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
      {signs.hint}
      <span className="min-w-0 break-words">
        {isHeld
          ? `Not sent to ${isolated(name)} until there is a value: ${names}.`
          : `Left out: ${names}. ${isolated(name)} has no value for ${missing.length === 1 ? 'it' : 'them'}.`}
      </span>
    </p>
  )
}

const signs: Record<Finding['level'], ReactNode> = {
  error: <CircleAlert className="text-danger-ink" aria-label="Error" />,
  hint: <TriangleAlert className="text-warning-ink" aria-label="Hint" />,
  fine: <CircleCheck className="text-success-ink" aria-label="Fine" />,
}

interface TemplateChecksProps {
  campaignId: string
  text: EmailText
}

/** The checks of the saved template. */
export function TemplateChecks({ campaignId, text }: TemplateChecksProps) {
  const { subject, body } = text
  const preview = usePreview(campaignId, { subject, body }, null)
  return preview.data && <CheckList campaignId={campaignId} text={text} findings={preview.data.findings} />
}

/** Errors and hints in view, the rest folded away. Only errors prevent saving. */
export function CheckList({
  campaignId,
  text,
  findings,
}: TemplateChecksProps & { findings: readonly Finding[] }) {
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

export const FindingList = ({ findings }: { findings: readonly Finding[] }) => (
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
