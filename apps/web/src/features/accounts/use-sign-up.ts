import { accountRoutes } from '@goldpan/contract/accounts'
import type { CallAnswer } from '@goldpan/contract/route'
import { useEffect, useState } from 'react'
import { call } from '../../lib/goldpan-api.ts'

type SignUp = CallAnswer<typeof accountRoutes.signUpSettings>

/** Who may sign up; null until it is known. If the server doesn't tell, it says so when somebody tries. */
export function useSignUp(): SignUp | null {
  const [signUp, setSignUp] = useState<SignUp | null>(null)
  useEffect(() => {
    call(accountRoutes.signUpSettings).then(setSignUp, () => setSignUp({ sign_up: 'open', sentence: null }))
  }, [])
  return signUp
}
