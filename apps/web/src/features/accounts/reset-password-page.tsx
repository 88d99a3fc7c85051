import { accountMessages, accountRoutes, passwordUpdate } from '@goldpan/contract/accounts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link, useLocation, useNavigate } from 'react-router'
import { z } from 'zod'
import { errorText } from '../../lib/error-text.ts'
import { showRefusal } from '../../lib/form-errors.ts'
import { call } from '../../lib/goldpan-api.ts'
import { paths } from '../../lib/paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { StrengthMeter } from '../../ui/strength-meter.tsx'
import { toast } from '../../ui/toast.ts'
import { AccountCard } from './account-card.tsx'
import { readResetToken } from './reset-token.ts'

export function ResetPasswordPage() {
  const { state } = useLocation()
  const accessToken = readResetToken(state)
  return accessToken ? <NewPasswordForm accessToken={accessToken} /> : <MissingToken />
}

const newPassword = z
  .object({ password: passwordUpdate.shape.password, confirmPassword: z.string() })
  .refine((form) => form.password === form.confirmPassword, {
    message: accountMessages.passwordsDiffer,
    path: ['confirmPassword'],
  })

function NewPasswordForm({ accessToken }: { accessToken: string }) {
  const navigate = useNavigate()
  const form = useForm({
    resolver: zodResolver(newPassword),
    defaultValues: { password: '', confirmPassword: '' },
  })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await call(accountRoutes.updatePassword, { body: { password, accessToken } })
      navigate(paths.login, { replace: true, state: { message: accountMessages.passwordUpdated } })
    } catch (error) {
      if (!showRefusal(form, error, { 'accounts.password_common': 'password' }))
        toast.error(errorText(error, 'Failed to update password'))
    }
  })
  return (
    <AccountCard title="Choose a new password">
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label="New password"
          help={<StrengthMeter rule="At least 8 characters" password={form.watch('password')} />}
          error={errors.password?.message}
        >
          <PasswordInput {...form.register('password')} autoComplete="new-password" autoFocus />
        </Field>
        <Field label="Confirm password" error={errors.confirmPassword?.message}>
          <PasswordInput {...form.register('confirmPassword')} autoComplete="new-password" />
        </Field>
        <Button type="submit" variant="primary" busy={isSubmitting && 'Saving…'}>
          Update password
        </Button>
      </form>
    </AccountCard>
  )
}

function MissingToken() {
  return (
    <AccountCard title="Choose a new password">
      <Banner kind="error" announce>
        Missing reset token
      </Banner>
      <p className="mt-4 text-ink-muted">Open the link in our email, or request a new one.</p>
      <Link to={paths.login} state={{ mode: 'forgot' }} className={`${buttonClass('primary')} mt-6`}>
        Forgot password
      </Link>
    </AccountCard>
  )
}
