import { mailingListMessages, mailingListRoutes, subscription } from '@goldpan/contract/mailing-list'
import { useCallback, useState } from 'react'
import { BotCheck } from '../../lib/bot-check/bot-check.tsx'
import { errorText } from '../../lib/error-text.ts'
import { useContractForm } from '../../lib/form.ts'
import { call } from '../../lib/goldpan-api.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { NarrowCard } from './narrow-card.tsx'

const empty = { email: '', name: '', companyName: '', recaptchaToken: '' }

export function SubscribeForm() {
  const [attempt, setAttempt] = useState(0)
  const [isDone, setIsDone] = useState(false)
  const form = useContractForm(subscription, empty)
  const { setValue } = form
  const onToken = useCallback((token: string) => setValue('recaptchaToken', token), [setValue])
  const isChecked = form.watch('recaptchaToken') !== ''
  const submit = form.handleSubmit(async (body) => {
    try {
      await call(mailingListRoutes.subscribe, { body })
      setIsDone(true)
    } catch (error) {
      toast.error(errorText(error, mailingListMessages.failed))
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
    <NarrowCard title="Subscribe" intro="News about Goldpan, now and then. You can leave at any time.">
      <form noValidate onSubmit={submit} className="flex w-full flex-col gap-4">
        <Field label="Email" required error={form.errorOf('email')}>
          <TextInput type="email" autoComplete="email" autoCapitalize="none" {...form.register('email')} />
        </Field>
        <Field label="Name" optional error={form.errorOf('name')}>
          <TextInput autoComplete="name" {...form.register('name')} />
        </Field>
        <Field label="Company name" optional error={form.errorOf('companyName')}>
          <TextInput autoComplete="organization" {...form.register('companyName')} />
        </Field>
        <BotCheck onToken={onToken} attempt={attempt} error={form.errorOf('recaptchaToken')} />
        <Button
          type="submit"
          variant="primary"
          disabled={!isChecked}
          busy={form.formState.isSubmitting && 'Subscribing…'}
        >
          Subscribe
        </Button>
      </form>
    </NarrowCard>
  )
}
