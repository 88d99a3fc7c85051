import { login } from '@goldpan/contract/accounts'
import { zodResolver } from '@hookform/resolvers/zod'
import { lazy, Suspense, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { Link, useLocation } from 'react-router'
import { isApiError, SUSPENDED } from '../../lib/api-error.ts'
import { BotCheck } from '../../lib/bot-check/bot-check.tsx'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/use-session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { AccountCard, linkClass } from './account-card.tsx'
import { loginErrorText } from './login-errors.ts'
import { ResendConfirmation } from './resend-confirmation.tsx'

// Visitors don't wait for it.
const TestMailboxLink = lazy(async () => ({
  default: (await import('../mailbox/test-mailbox-link.tsx')).TestMailboxLink,
}))

interface LoginFormProps {
  email: string
  message?: string
  /** Why nobody can sign up. */
  closed: string | null
  onForgot: (email: string) => void
}

export function LoginForm({ email, message, closed, onForgot }: LoginFormProps) {
  const session = useSession()
  const { state } = useLocation()
  const [attempt, setAttempt] = useState(0)
  const [unconfirmed, setUnconfirmed] = useState<string>()
  const form = useForm({
    resolver: zodResolver(login),
    defaultValues: { email, password: '', recaptchaToken: '' },
  })
  const { errors, isSubmitting } = form.formState

  // The guard around this page redirects once the session is signed in.
  const submit = form.handleSubmit(async (credentials) => {
    try {
      await session.login(credentials)
    } catch (error) {
      if (isApiError(error) && error.code === SUSPENDED) return
      toast.error(loginErrorText(error))
      const isUnconfirmed = isApiError(error) && error.code === 'accounts.unconfirmed'
      setUnconfirmed(isUnconfirmed ? credentials.email : undefined)
      setAttempt((last) => last + 1)
    }
  })

  return (
    <AccountCard
      isPlain
      title="Log in"
      footer={
        closed ?? (
          <>
            New to Goldpan?{' '}
            <Link to={paths.signup} state={state} className={linkClass}>
              Sign up
            </Link>
          </>
        )
      }
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        {message && (
          <Banner kind="success" announce>
            {message}
          </Banner>
        )}
        <Field label="Email" error={errors.email?.message}>
          <TextInput type="email" autoComplete="username" autoCapitalize="none" {...form.register('email')} />
        </Field>
        <Field label="Password" error={errors.password?.message}>
          <PasswordInput {...form.register('password')} />
        </Field>
        <button
          type="button"
          className={`${linkClass} self-start text-sm`}
          onClick={() => onForgot(form.getValues('email'))}
        >
          Forgot password?
        </button>
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
        <Button type="submit" busy={isSubmitting && 'Logging in…'}>
          Log in
        </Button>
        {unconfirmed && (
          <>
            <ResendConfirmation key={unconfirmed} email={unconfirmed} />
            <Suspense>
              <TestMailboxLink recipient={unconfirmed} className="text-sm text-ink-muted" />
            </Suspense>
          </>
        )}
      </form>
    </AccountCard>
  )
}
