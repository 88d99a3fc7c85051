import { canManage } from '@goldpan/contract/organizations'
import {
  type Retention,
  type RetentionChoice,
  retentionFallbacks,
  retentionMessages,
  SHORTEST_DAYS,
} from '@goldpan/contract/retention'
import { useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { isolated } from '../../ui/isolated.ts'
import { Select } from '../../ui/select.tsx'
import { SkeletonFields } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { useActiveOrganization } from '../organizations/organizations.queries.ts'
import { usePasswordProof } from './password-proof.tsx'
import { useRetention, useSaveRetention } from './settings.queries.ts'

const things = [
  {
    name: 'texts',
    label: 'Texts of sent emails',
    help: 'Subjects, recipients and states stay.',
  },
  {
    name: 'events',
    label: 'Single opens, clicks and delivery attempts',
    help: 'Figures, statuses and suppressions stay.',
  },
  {
    name: 'incoming',
    label: 'Originals and attachments of incoming mail',
    help: 'What people wrote stays in the conversation.',
  },
] as const
type Thing = (typeof things)[number]['name']
type Chosen = Record<Thing, number | null>

/** How long texts, events and incoming mail are kept. Choosing less deletes, so it is confirmed. */
export function RetentionCard() {
  const retention = useRetention()
  const organization = useActiveOrganization()
  return (
    <Card
      title="Retention"
      description={
        organization
          ? `How long things are kept for ${isolated(organization.name)}.`
          : 'How long things are kept before they are deleted.'
      }
      className="md:max-w-[44rem]"
    >
      {retention.isPending && (
        <div role="status" aria-label="Loading how long things are kept">
          <SkeletonFields count={3} />
        </div>
      )}
      {retention.isError && (
        <ErrorState
          level={3}
          message={errorText(retention.error, retentionFallbacks.fetch)}
          onRetry={() => void retention.refetch()}
          isRetrying={retention.isFetching}
        />
      )}
      {retention.data && (
        <Choices
          key={JSON.stringify(retention.data)}
          saved={retention.data}
          canEdit={!organization || canManage(organization.role, 'member')}
        />
      )}
    </Card>
  )
}

function Choices({ saved, canEdit }: { saved: Retention; canEdit: boolean }) {
  const save = useSaveRetention()
  const { withProof, dialog } = usePasswordProof()
  const [isAsking, setAsking] = useState(false)
  const before = chosenOf(saved)
  const [chosen, setChosen] = useState<Chosen>(before)
  const isChanged = things.some(({ name }) => chosen[name] !== before[name])
  const isShorter = things.some(({ name }) => {
    const now = chosen[name] ?? saved[name].installation_days
    return now !== null && now < (before[name] ?? saved[name].installation_days ?? Number.POSITIVE_INFINITY)
  })
  const store = () =>
    withProof(() => save.mutateAsync(toChoice(chosen)))
      .then((answer) => answer && toast.success(retentionMessages.saved))
      .catch((error: unknown) => toast.error(errorText(error, retentionFallbacks.save)))
      .finally(() => setAsking(false))
  return (
    <>
      {/* Outside of the form, so that its submit doesn't submit this one. */}
      {dialog}
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (isShorter) setAsking(true)
          else void store()
        }}
      >
        {things.map(({ name, label, help }) => (
          <Field key={name} label={label} help={help}>
            <Select
              disabled={!canEdit}
              value={String(chosen[name] ?? '')}
              options={optionsOf(saved[name])}
              onChange={({ target }) =>
                setChosen({ ...chosen, [name]: target.value === '' ? null : Number(target.value) })
              }
            />
          </Field>
        ))}
        {canEdit ? (
          <Button
            type="submit"
            variant="primary"
            className="self-start"
            disabled={!isChanged}
            busy={save.isPending && 'Saving…'}
          >
            Save
          </Button>
        ) : (
          <p className="text-sm text-ink-muted">The owner and admins of the organization can change it.</p>
        )}
        <ConfirmDialog
          open={isAsking}
          kind="warning"
          danger
          title="Keep less?"
          message="What is older than that is deleted within the next hours. This cannot be undone."
          confirmLabel="Delete older ones"
          busyLabel="Saving…"
          onConfirm={store}
          onCancel={() => setAsking(false)}
        />
      </form>
    </>
  )
}

const chosenOf = ({ texts, events, incoming }: Retention): Chosen => ({
  texts: texts.chosen_days,
  events: events.chosen_days,
  incoming: incoming.chosen_days,
})

const toChoice = ({ texts, events, incoming }: Chosen): RetentionChoice => ({
  texts_days: texts,
  events_days: events,
  incoming_days: incoming,
})

const COMMON_DAYS = [SHORTEST_DAYS, 90, 180, 365, 730, 1825]

/** As long as the installation, and what is shorter. */
function optionsOf({ installation_days, chosen_days }: Retention[Thing]) {
  const longest = installation_days ?? Number.POSITIVE_INFINITY
  const days = COMMON_DAYS.filter((count) => count < longest)
  if (chosen_days !== null && !days.includes(chosen_days)) days.push(chosen_days)
  return [
    {
      value: '',
      label: installation_days === null ? 'For ever' : `${inWords(installation_days)} (the longest)`,
    },
    ...days.toSorted((a, b) => b - a).map((count) => ({ value: String(count), label: inWords(count) })),
  ]
}

function inWords(days: number): string {
  if (days % 365 !== 0) return `${days.toLocaleString('en')} days`
  return days === 365 ? '1 year' : `${days / 365} years`
}
