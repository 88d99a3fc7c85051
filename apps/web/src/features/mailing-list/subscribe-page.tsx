import { mailingListMessages, mailingListRoutes, subscription } from '@goldpan/contract/mailing-list'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { Link, useSearchParams } from 'react-router'
import { BotCheck } from '../../lib/bot-check/bot-check.tsx'
import { errorText } from '../../lib/error-text.ts'
import { showRefusal } from '../../lib/form-errors.ts'
import { call } from '../../lib/goldpan-api.ts'
import { paths } from '../../lib/paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { NarrowCard } from './narrow-card.tsx'

/** Subscribes to the mailing list, or unsubscribes with the link of its mails. */
export function SubscribePage() {
  const [query] = useSearchParams()
  const token = query.get('leave')
  return token ? <LeaveListCard token={token} /> : <SubscribeForm />
}

const empty = { email: '', name: '', companyName: '', recaptchaToken: '' }

function SubscribeForm() {
  const [attempt, setAttempt] = useState(0)
  const [isDone, setIsDone] = useState(false)
  const form = useForm({ resolver: zodResolver(subscription), defaultValues: empty })
  const { errors, isSubmitting } = form.formState
  const isChecked = form.watch('recaptchaToken') !== ''
  const submit = form.handleSubmit(async (body) => {
    try {
      await call(mailingListRoutes.subscribe, { body })
      setIsDone(true)
    } catch (error) {
      if (!showRefusal(form, error)) toast.error(errorText(error, mailingListMessages.failed))
      setAttempt((last) => last + 1)
    }
  })
  if (isDone)
    return (
      <NarrowCard title="Thanks for Subscribing">
        <Banner kind="success" announce>
          {mailingListMessages.checkMail}
        </Banner>
      </NarrowCard>
    )
  return (
    <NarrowCard title="Subscribe" intro="Occasional product news. Unsubscribe any time.">
      <form noValidate onSubmit={submit} className="flex w-full flex-col gap-4">
        <Field label="Email" required error={errors.email?.message}>
          <TextInput type="email" autoComplete="email" autoCapitalize="none" {...form.register('email')} />
        </Field>
        <Field label="Name" optional error={errors.name?.message}>
          <TextInput autoComplete="name" {...form.register('name')} />
        </Field>
        <Field label="Company name" optional error={errors.companyName?.message}>
          <TextInput autoComplete="organization" {...form.register('companyName')} />
        </Field>
        <Controller
          name="recaptchaToken"
          control={form.control}
          render={({ field, fieldState }) => (
            <BotCheck
              inputRef={field.ref}
              onToken={field.onChange}
              attempt={attempt}
              error={fieldState.error?.message}
            />
          )}
        />
        <Button type="submit" variant="primary" disabled={!isChecked} busy={isSubmitting && 'Subscribing…'}>
          Subscribe
        </Button>
      </form>
    </NarrowCard>
  )
}

/** One click ends a subscription. */
function LeaveListCard({ token }: { token: string }) {
  const leave = useMutation({ mutationFn: () => call(mailingListRoutes.leave, { body: { token } }) })
  if (leave.isSuccess)
    return (
      <NarrowCard title="Successfully Unsubscribed">
        <Banner kind="success" announce>
          You won’t get any more email from our list.
        </Banner>
        <Link to={paths.home} className={buttonClass('primary')}>
          Return to Homepage
        </Link>
      </NarrowCard>
    )
  return (
    <NarrowCard title="Leave the mailing list">
      {leave.isError && (
        <Banner kind="error" announce>
          {errorText(leave.error, mailingListMessages.leaveFailed)}
        </Banner>
      )}
      <Button variant="primary" onClick={() => leave.mutate()} busy={leave.isPending && 'Leaving…'}>
        Unsubscribe
      </Button>
    </NarrowCard>
  )
}
