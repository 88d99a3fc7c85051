import { accountMessages, type ProfileAnswer, profile } from '@goldpan/contract/accounts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { z } from 'zod'
import { dropDraft, keepDraft, readDraft } from '../../lib/drafts.ts'
import { errorText } from '../../lib/error-text.ts'
import { useContractForm } from '../../lib/form.ts'
import { useLeaveWarning } from '../../lib/leave-warning.ts'
import { useSession } from '../../lib/use-session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { SkeletonFields } from '../../ui/skeleton.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { usePasswordProof } from './password-proof.tsx'
import { profileKey, useCancelEmailChange, useProfile } from './settings.queries.ts'

const DRAFT = 'profile'

/** A name and an address, as typed. */
const typedProfile = z.object({ first_name: z.string(), last_name: z.string(), email: z.string() })

export function ProfileCard() {
  const saved = useProfile()
  return (
    <Card title="Profile" description="Your name, and the address that you log in with.">
      {saved.isPending && (
        <div role="status" aria-label="Loading your profile">
          <SkeletonFields count={3} />
        </div>
      )}
      {saved.isError && (
        <ErrorState
          level={3}
          message={errorText(saved.error, 'Failed to load data')}
          onRetry={() => void saved.refetch()}
          isRetrying={saved.isFetching}
        />
      )}
      {saved.data && <ProfileForm saved={saved.data} />}
    </Card>
  )
}

function ProfileForm({ saved }: { saved: ProfileAnswer }) {
  const session = useSession()
  const client = useQueryClient()
  const { withProof, dialog } = usePasswordProof()
  const form = useContractForm(
    profile,
    readDraft(DRAFT, (kept) => typedProfile.safeParse(kept).data) ?? typedProfile.parse(saved),
  )
  useKeptDraft(form, saved)
  // What went wrong is said here, and not above the page as well.
  const update = (values: Parameters<typeof session.updateProfile>[0]) =>
    session.updateProfile(values).catch((error: unknown) => {
      session.clearError()
      throw error
    })
  const submit = form.handleSubmit(async (values) => {
    try {
      const answer = await withProof(() => update(values))
      if (!answer) return
      client.setQueryData(profileKey, answer)
      // The address in force; a new one waits for its confirmation.
      form.reset(typedProfile.parse(answer))
      dropDraft(DRAFT)
      toast.success(accountMessages.profileUpdated)
    } catch (error) {
      toast.error(errorText(error, accountMessages.profileFailed))
    }
  })
  const field = (name: 'first_name' | 'last_name' | 'email') => ({
    ...form.register(name),
    'aria-invalid': form.isInvalid(name),
  })
  return (
    <>
      {/* Beside the form: what is submitted in it is not submitted here. */}
      {dialog}
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        {saved.pending_email && <PendingEmail address={saved.pending_email} />}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="First name" error={form.errorOf('first_name')}>
            <TextInput autoComplete="given-name" {...field('first_name')} />
          </Field>
          <Field label="Last name" error={form.errorOf('last_name')}>
            <TextInput autoComplete="family-name" {...field('last_name')} />
          </Field>
        </div>
        <Field
          label="Email"
          error={form.errorOf('email')}
          help="A new address takes effect once you have confirmed it from its mailbox."
        >
          <TextInput type="email" autoComplete="email" autoCapitalize="none" {...field('email')} />
        </Field>
        <Button
          type="submit"
          variant="primary"
          className="sm:self-start"
          busy={form.formState.isSubmitting && 'Saving…'}
        >
          Save profile
        </Button>
      </form>
    </>
  )
}

/** What is typed survives a reload and an ended session. */
function useKeptDraft(
  form: ReturnType<typeof useContractForm<z.infer<typeof typedProfile>, unknown>>,
  saved: ProfileAnswer,
) {
  const typed = form.watch()
  const isChanged = (['first_name', 'last_name', 'email'] as const).some(
    (name) => typed[name] !== saved[name],
  )
  useLeaveWarning(isChanged)
  useEffect(() => {
    if (isChanged) keepDraft(DRAFT, typed)
    else dropDraft(DRAFT)
  })
}

function PendingEmail({ address }: { address: string }) {
  const cancel = useCancelEmailChange()
  const giveUp = () =>
    cancel.mutate(undefined, {
      onError: (error) => toast.error(errorText(error, accountMessages.profileFailed)),
    })
  return (
    <Banner
      title="Waiting for your confirmation"
      announce
      action={
        <Button size="sm" onClick={giveUp} busy={cancel.isPending && 'Cancelling…'}>
          Keep my old address
        </Button>
      }
    >
      We sent a link to {address}. Open it to use that address from then on; where you are not logged in, it
      asks for your password.
    </Banner>
  )
}
