import { accountMessages, type ProfileAnswer, profile } from '@goldpan/contract/accounts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { dropDraft, keepDraft, readDraft } from '../../lib/drafts.ts'
import { errorText } from '../../lib/error-text.ts'
import { messagesByField, showRefusal } from '../../lib/form-errors.ts'
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

const typedProfile = z.object({ first_name: z.string(), last_name: z.string(), email: z.string() })

export function ProfileCard() {
  const saved = useProfile()
  return (
    <Card title="Profile">
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
  const form = useForm({
    resolver: zodResolver(profile),
    defaultValues: readDraft(DRAFT, (kept) => typedProfile.safeParse(kept).data) ?? typedProfile.parse(saved),
  })
  const { errors, isDirty, isSubmitting } = form.formState
  const messages = messagesByField(errors)
  useStoredDraft(form.watch(), saved)
  // Shows the error here, so clears the banner above the page.
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
      // The current address; a new one waits for its confirmation.
      form.reset(typedProfile.parse(answer))
      dropDraft(DRAFT)
      toast.success(accountMessages.profileUpdated)
    } catch (error) {
      if (!showRefusal(form, error, { 'accounts.email_taken': 'email' }))
        toast.error(errorText(error, accountMessages.profileFailed))
    }
  })
  const field = (name: 'first_name' | 'last_name' | 'email') => ({
    ...form.register(name),
    'aria-invalid': errors[name] ? true : undefined,
  })
  return (
    <>
      {/* Outside of the form, so that its submit doesn't submit this one. */}
      {dialog}
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        {saved.pending_email && <PendingEmail address={saved.pending_email} />}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="First name" error={messages.first_name}>
            <TextInput autoComplete="given-name" {...field('first_name')} />
          </Field>
          <Field label="Last name" error={messages.last_name}>
            <TextInput autoComplete="family-name" {...field('last_name')} />
          </Field>
        </div>
        <Field label="Email" error={messages.email} help="A new address takes effect once you confirm it.">
          <TextInput type="email" autoComplete="email" autoCapitalize="none" {...field('email')} />
        </Field>
        <Button
          type="submit"
          variant={isDirty ? 'primary' : 'secondary'}
          className="sm:self-start"
          busy={isSubmitting && 'Saving…'}
        >
          Save profile
        </Button>
      </form>
    </>
  )
}

/** Keeps typed text through a reload and an ended session. */
function useStoredDraft(typed: z.infer<typeof typedProfile>, saved: ProfileAnswer) {
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
          Keep old address
        </Button>
      }
    >
      We sent a link to {address}. Open it to switch; you may be asked for your password.
    </Banner>
  )
}
