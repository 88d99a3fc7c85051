import { byLevel, findMissing } from '@goldpan/contract/missing-values'
import { useState } from 'react'
import { errorText } from '../../../lib/error-text.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { Field } from '../../../ui/field.tsx'
import { isolated } from '../../../ui/isolated.ts'
import { Select } from '../../../ui/select.tsx'
import { SkeletonText } from '../../../ui/skeleton.tsx'
import { MessageView } from '../message-view.tsx'
import { FIRST_PAGE, useRecipients } from '../recipients/recipients.queries.ts'
import { TestEmailButton } from '../test-email-button.tsx'
import { CheckPanel } from './check-panel.tsx'
import { useMissingValues, usePreview } from './template.queries.ts'

/** The template as a chosen recipient would get it, while it is typed. */
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
