import { useState } from 'react'
import { useLocation } from 'react-router'
import { readLoginState } from '../../lib/login-state.ts'
import { ForgotPasswordForm } from './forgot-password-form.tsx'
import { LoginForm } from './login-form.tsx'
import { ProductStory } from './product-story.tsx'
import { useSignUp } from './use-sign-up.ts'

/** Login beside the product's story; under 900 px the form comes first. */
export function LoginPage() {
  const { state } = useLocation()
  const signUp = useSignUp()
  const closed = signUp?.sign_up === 'closed' ? signUp.sentence : null
  return (
    <div className="grid flex-1 border-y border-line md:grid-cols-[minmax(0,24rem)_minmax(0,1fr)] lg:grid-cols-[minmax(0,32rem)_minmax(0,1fr)] xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div className="bg-surface">
        <div className="flex md:sticky md:top-0 md:h-[min(100%,calc(100dvh-4.25rem))]">
          <LoginOrReset closed={closed} />
        </div>
      </div>
      <ProductStory state={state} canSignUp={!closed} />
    </div>
  )
}

/** Login or forgotten password. A typed address is kept when switching. */
function LoginOrReset({ closed }: { closed: string | null }) {
  const { state } = useLocation()
  const wanted = state as { mode?: unknown; email?: unknown } | null
  const [mode, setMode] = useState<'login' | 'forgot'>(wanted?.mode === 'forgot' ? 'forgot' : 'login')
  const [email, setEmail] = useState(typeof wanted?.email === 'string' ? wanted.email : '')
  const show = (next: typeof mode, typed: string) => {
    setEmail(typed)
    setMode(next)
  }
  if (mode === 'forgot') return <ForgotPasswordForm email={email} onBack={(typed) => show('login', typed)} />
  return (
    <LoginForm
      email={email}
      message={readLoginState(state).message}
      closed={closed}
      onForgot={(typed) => show('forgot', typed)}
    />
  )
}
