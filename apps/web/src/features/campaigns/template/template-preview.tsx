import { byLevel, findMissing } from '@goldpan/contract/missing-values'
import type { Finding } from '@goldpan/contract/writing'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../../lib/error-text.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Field } from '../../../ui/field.tsx'
import { isolated } from '../../../ui/isolated.ts'
import { Select } from '../../../ui/select.tsx'
import { SkeletonText } from '../../../ui/skeleton.tsx'
import { MessageView } from '../message-view.tsx'
import { FIRST_PAGE, useRecipients } from '../recipients/recipients.queries.ts'
import { TestEmailButton } from '../test-email-button.tsx'
import { useMissingValues, usePreview } from './template.queries.ts'

/** Live preview of the template for a chosen recipient. */
export function TemplatePreview({
  campaignId,
  text,
}: {
  campaignId: string
  text: { subject: string; body: string }
}) {
  const [recipient, setRecipient] = useState('')
  const preview = usePreview(campaignId, useDebounced(text, 300), recipient || null)
  const people = useRecipients(campaignId, FIRST_PAGE)
  const missing = useMissingValues(campaignId)
  const without = findMissing(`${text.subject}\n${text.body}`, missing.data ?? [])
  const options = people.data?.recipients.map(({ id, name, business }) => ({
    value: id,
    label: business.name && business.name !== name ? `${isolated(name)}, ${isolated(business.name)}` : name,
  }))
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {options && options.length > 0 && (
        <Field label="Preview as">
          <Select
            options={options}
            value={recipient || preview.data?.recipient.id || ''}
            onChange={(event) => setRecipient(event.target.value)}
          />
        </Field>
      )}
      {preview.isPending && <SkeletonText lines={6} />}
      {preview.isError && !preview.data && (
        <p className="text-sm text-ink-muted">
          {errorText(preview.error, 'The preview could not be made.')} What you type is kept.
        </p>
      )}
      {preview.data && (
        <>
          <MessageView to={preview.data.recipient.email} {...preview.data} />
          <div>
            <TestEmailButton
              campaignId={campaignId}
              prospectId={recipient || preview.data.recipient.id}
              template={text}
            />
          </div>
          <CheckPanel findings={byLevel([...preview.data.findings, ...without])} />
        </>
      )}
    </div>
  )
}

const signs: Record<Finding['level'], ReactNode> = {
  error: <CircleAlert className="text-danger-ink" aria-label="Error" />,
  hint: <TriangleAlert className="text-warning-ink" aria-label="Hint" />,
  fine: <CircleCheck className="text-success-ink" aria-label="Fine" />,
}

/** Warnings and errors of the template. Only errors prevent saving. */
function CheckPanel({ findings }: { findings: readonly Finding[] }) {
  return (
    <section aria-label="Checks" className="flex flex-col gap-2">
      <h3 className="text-sm font-medium">Checks</h3>
      <ul className="flex flex-col gap-1.5 text-sm">
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
    </section>
  )
}
