import { accountMessages, registration } from '@goldpan/contract/accounts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { Link, useLocation, useNavigate } from 'react-router'
import { BotCheck } from '../../lib/bot-check/bot-check.tsx'
import { errorText } from '../../lib/error-text.ts'
import { messagesByField, showRefusal } from '../../lib/form-errors.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/use-session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { LoadingScreen } from '../../ui/spinner.tsx'
import { StrengthMeter } from '../../ui/strength-meter.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { TestMailboxLink } from '../mailbox/test-mailbox-link.tsx'
import { AccountCard, linkClass } from './account-card.tsx'
import { ResendConfirmation } from './resend-confirmation.tsx'
import { useSignUp } from './use-sign-up.ts'

/** How long the success message is shown before login opens. */
const TO_LOGIN_MS = 3000

const empty = {
  firstName: '',
  lastName: '',
  email: '',
  password: '',
  confirmPassword: '',
  acceptTerms: false as unknown as true,
  recaptchaToken: '',
}

const needs = {
  firstName: 'Please enter your first name',
  lastName: 'Please enter your last name',
  email: 'Please enter your email address',
  password: 'Please choose a password',
  confirmPassword: 'Please repeat the password',
}

/** Says first who may sign up, if not everybody may. */
export function SignupPage() {
  const signUp = useSignUp()
  const { state } = useLocation()
  if (!signUp) return <LoadingScreen />
  if (signUp.sign_up !== 'closed') return <SignupForm note={signUp.sentence} />
  return (
    <AccountCard title="Sign up">
      <Banner kind="info">{signUp.sentence}</Banner>
      <Link to={paths.login} state={state} className={`${buttonClass('primary')} mt-6`}>
        Back to Login
      </Link>
    </AccountCard>
  )
}

function SignupForm({ note }: { note: string | null }) {
  const session = useSession()
  const { state } = useLocation()
  const [attempt, setAttempt] = useState(0)
  const [isDone, setIsDone] = useState(false)
  const form = useForm({ resolver: zodResolver(registration), defaultValues: empty })
  const { errors, isSubmitting } = form.formState
  const messages = messagesByField(errors)

  const submit = form.handleSubmit(async (values) => {
    try {
      await session.register(values)
      setIsDone(true)
    } catch (error) {
      if (
        !showRefusal(form, error, {
          'accounts.email_taken': 'email',
          'accounts.sign_up_invited': 'email',
          'accounts.password_common': 'password',
        })
      )
        toast.error(errorText(error, 'Registration failed'))
      setAttempt((last) => last + 1)
    }
  })

  if (isDone) return <SignedUp email={form.getValues('email')} />
  const [password, confirmPassword, ...about] = form.watch([
    'password',
    'confirmPassword',
    'firstName',
    'lastName',
    'email',
  ])
  const hasNone = (name: keyof typeof empty) => errors[name]?.message === accountMessages.allFields
  const missing = (Object.keys(needs) as (keyof typeof needs)[]).filter(
    (name) => hasNone(name) || (name === 'confirmPassword' && hasNone('password') && !confirmPassword),
  )
  const messageOf = (name: keyof typeof needs) => (missing.includes(name) ? needs[name] : messages[name])
  const field = (name: keyof typeof needs) => ({
    ...form.register(name),
    'aria-invalid': messageOf(name) ? true : undefined,
  })
  return (
    <AccountCard
      title="Sign up"
      footer={
        <>
          Already have an account?{' '}
          <Link to={paths.login} state={state} className={linkClass}>
            Log in
          </Link>
        </>
      }
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        {note && <Banner kind="info">{note}</Banner>}
        {missing.length > 0 && (
          <Banner kind="error" announce>
            {accountMessages.allFields}
          </Banner>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="First name" error={messageOf('firstName')}>
            <TextInput autoComplete="given-name" {...field('firstName')} />
          </Field>
          <Field label="Last name" error={messageOf('lastName')}>
            <TextInput autoComplete="family-name" {...field('lastName')} />
          </Field>
        </div>
        <Field label="Email" error={messageOf('email')}>
          <TextInput type="email" autoComplete="username" autoCapitalize="none" {...field('email')} />
        </Field>
        <Field
          label="Password"
          help={<StrengthMeter rule="At least 8 characters" password={password} about={about} />}
          error={messageOf('password')}
        >
          <PasswordInput {...field('password')} autoComplete="new-password" />
        </Field>
        <Field label="Confirm password" error={messageOf('confirmPassword')}>
          <PasswordInput {...field('confirmPassword')} autoComplete="new-password" />
        </Field>
        <Checkbox
          {...form.register('acceptTerms')}
          error={messages.acceptTerms}
          label={
            <>
              I accept the{' '}
              <Link to={paths.terms} className={linkClass} target="_blank">
                Terms of Service and Privacy Policy
              </Link>
            </>
          }
        />
        <Controller
          name="recaptchaToken"
          control={form.control}
          render={({ field }) => (
            <BotCheck
              inputRef={field.ref}
              onToken={field.onChange}
              attempt={attempt}
              error={messages.recaptchaToken}
            />
          )}
        />
        <Button type="submit" variant="primary" busy={isSubmitting && 'Signing up…'}>
          Sign up
        </Button>
      </form>
    </AccountCard>
  )
}

function SignedUp({ email }: { email: string }) {
  const navigate = useNavigate()
  const [isStaying, setIsStaying] = useState(false)
  useEffect(() => {
    if (isStaying) return
    const timer = setTimeout(() => navigate(paths.login, { state: { email } }), TO_LOGIN_MS)
    return () => clearTimeout(timer)
  }, [navigate, email, isStaying])
  return (
    <AccountCard title="Almost there">
      <Banner kind="success" announce>
        {accountMessages.registered}
      </Banner>
      <p className="mt-4 break-words text-ink-muted">
        We sent the link to <bdi className="font-medium text-ink">{email}</bdi>. It is valid for 24 hours.
      </p>
      <TestMailboxLink recipient={email} className="mt-2 text-ink-muted" />
      <div className="mt-6 flex flex-wrap items-start gap-3">
        <Link to={paths.login} state={{ email }} className={buttonClass('primary')}>
          Go to login
        </Link>
        <ResendConfirmation email={email} onAsk={() => setIsStaying(true)} />
      </div>
    </AccountCard>
  )
}
