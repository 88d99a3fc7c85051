import { type Finding, findPlaceholders, type MissingValue } from '@goldpan/contract/writing'
import { countOf } from '../../../lib/counts.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { usePerson } from '../recipients/person-stepper.tsx'
import { useMissingValues } from '../template/template.queries.ts'
import { FindingList, PersonPreview } from '../template/template-preview.tsx'
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
  const findings = preview.data?.findings.filter(({ level }) => level !== 'fine') ?? []
  return (
    <section aria-label="Preview" className="flex min-w-0 flex-col gap-3 text-sm">
      <PersonPreview
        level={3}
        person={person}
        preview={preview}
        isHeldIfMissing
        actions={
          preview.data &&
          body.trim() !== '' && (
            <TestEmailButton
              campaignId={campaignId}
              prospectId={preview.data.recipient.id}
              template={{ subject: preview.data.subject, body: text.body }}
            />
          )
        }
      />
      <FindingList
        findings={[
          ...findings,
          ...findHeld(thread === 'new' ? `${subject}\n${body}` : body, missing.data ?? []),
        ]}
      />
    </section>
  )
}

/** Unlike a first email, a follow-up waits for a value that is missing and has no fallback. */
function findHeld(text: string, missing: readonly MissingValue[]): Finding[] {
  const needed = new Set(
    findPlaceholders(text).flatMap(({ name, fallback }) => (fallback === null ? [name] : [])),
  )
  return missing
    .filter(({ name, count }) => count > 0 && needed.has(name))
    .map(({ name, count, recipients }) => ({
      kind: 'no_value',
      level: 'hint',
      sentence: `${countOf(count, 'person has', 'people have')} no value for {{${name}}} and ${count === 1 ? 'waits' : 'wait'} until it is saved. A fallback such as {{${name}|…}} is used instead.`,
      recipients,
    }))
}
