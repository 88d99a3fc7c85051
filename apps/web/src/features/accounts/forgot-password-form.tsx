import { accountMessages, accountRoutes } from '@goldpan/contract/accounts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '../../lib/goldpan-api.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { AccountCard, linkClass } from './account-card.tsx'

/** Asks for the address and sends reset instructions to it. */
export function ForgotPasswordForm({ email, onBack }: { email: string; onBack: (email: string) => void }) {
  const [isSent, setIsSent] = useState(false)
  const form = useForm({ resolver: zodResolver(accountRoutes.requestReset.body), defaultValues: { email } })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (body) => {
    try {
      await call(accountRoutes.requestReset, { body })
      setIsSent(true)
    } catch {
      toast.error('Failed to send reset email')
    }
  })
  return (
    <AccountCard isPlain title="Forgot password">
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        {isSent && (
          <Banner kind="success" announce>
            {accountMessages.resetSent}
          </Banner>
        )}
        <Field label="Email" error={errors.email?.message}>
          <TextInput
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            autoFocus
            {...form.register('email')}
          />
        </Field>
        <Button type="submit" variant="primary" busy={isSubmitting && 'Sending…'}>
          {isSent ? 'Send again' : 'Send reset instructions'}
        </Button>
        <button
          type="button"
          className={`${linkClass} self-start text-sm`}
          onClick={() => onBack(form.getValues('email'))}
        >
          Back to login
        </button>
      </form>
    </AccountCard>
  )
}
