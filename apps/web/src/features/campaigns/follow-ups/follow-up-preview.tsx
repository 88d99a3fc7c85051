import { type Finding, findPlaceholders, type MissingValue } from '@goldpan/contract/writing'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { countOf } from '../../../lib/counts.ts'
import { errorText } from '../../../lib/error-text.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { isolated } from '../../../ui/isolated.ts'
import { SkeletonText } from '../../../ui/skeleton.tsx'
import { MessageView } from '../message-view.tsx'
import { PersonStepper, usePerson } from '../recipients/person-stepper.tsx'
import { useMissingValues } from '../template/template.queries.ts'
import { TestEmailButton } from '../test-email-button.tsx'
import { useStepPreview } from './follow-ups.queries.ts'

interface FollowUpPreviewProps {
  campaignId: string
  position: number
  text: { thread: 'same' | 'new'; subject: string; body: string }
}

/** The follow-up as one recipient after the other reads it, with what is wrong about it. */
export function FollowUpPreview({ campaignId, position, text }: FollowUpPreviewProps) {
  const person = usePerson(campaignId)
  const { thread, subject, body } = useDebounced(text, 300)
  const preview = useStepPreview(campaignId, { thread, subject, body, position, prospect_id: person.id })
  const missing = useMissingValues(campaignId)
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
          <Findings
            findings={[
              ...preview.data.findings.filter(({ level }) => level !== 'fine'),
              ...findHeld(thread === 'new' ? `${subject}\n${body}` : body, missing.data ?? []),
            ]}
          />
          {body.trim() !== '' && (
            <div>
              <TestEmailButton
                campaignId={campaignId}
                prospectId={preview.data.recipient.id}
                template={{ subject: preview.data.subject, body: text.body }}
              />
            </div>
          )}
        </>
      )}
    </section>
  )
}

const Findings = ({ findings }: { findings: readonly Pick<Finding, 'level' | 'sentence'>[] }) => (
  <ul className="flex flex-col gap-1.5 text-sm empty:hidden">
    {findings.map(({ level, sentence }) => (
      <li key={sentence} className="flex gap-2 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
        {level === 'error' ? (
          <CircleAlert className="text-danger-ink" aria-label="Error" />
        ) : (
          <TriangleAlert className="text-warning-ink" aria-label="Hint" />
        )}
        <span className="min-w-0 break-words">{sentence}</span>
      </li>
    ))}
  </ul>
)

/** Other than a first email, a follow-up waits for a value that is missing and has no fallback. */
function findHeld(text: string, missing: readonly MissingValue[]) {
  const needed = new Set(
    findPlaceholders(text).flatMap(({ name, fallback }) => (fallback === null ? [name] : [])),
  )
  return missing
    .filter(({ name, count }) => count > 0 && needed.has(name))
    .map(({ name, count }) => ({
      level: 'hint' as const,
      sentence: `${countOf(count, 'person has', 'people have')} no value for {{${name}}} and ${count === 1 ? 'waits' : 'wait'} until it is saved. A fallback such as {{${name}|…}} is used instead.`,
    }))
}
