import { accountRoutes, passwordProof } from '@goldpan/contract/accounts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { isApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/error-text.ts'
import { call } from '../../lib/goldpan-api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'

const isProofNeeded = (error: unknown) => isApiError(error) && error.code === 'accounts.password_needed'

/**
 * Runs a sensitive action. If the server asks for the password again, `dialog` asks for it and the action is repeated.
 * Returns null if the dialog is cancelled.
 */
export function usePasswordProof() {
  const [answer, setAnswer] = useState<((isProved: boolean) => void) | null>(null)

  async function withProof<Answer>(act: () => Promise<Answer>): Promise<Answer | null> {
    try {
      return await act()
    } catch (error) {
      if (!isProofNeeded(error)) throw error
      const isProved = await new Promise<boolean>((resolve) => setAnswer(() => resolve))
      setAnswer(null)
      return isProved ? act() : null
    }
  }

  return { withProof, dialog: answer && <PasswordProofDialog onAnswer={answer} /> }
}

function PasswordProofDialog({ onAnswer }: { onAnswer: (isProved: boolean) => void }) {
  const form = useForm({ resolver: zodResolver(passwordProof), defaultValues: { password: '' } })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (body) => {
    try {
      await call(accountRoutes.provePassword, { body })
      onAnswer(true)
    } catch (error) {
      const message = errorText(error, 'Failed to check your password')
      form.setError('password', { message }, { shouldFocus: true })
    }
  })
  return (
    <Dialog
      open
      onClose={() => onAnswer(false)}
      size="sm"
      title="Confirm your password"
      description="It has been a while since you logged in."
      locked={isSubmitting}
      onSubmit={submit}
      footer={<DialogActions busy={isSubmitting && 'Checking…'}>Continue</DialogActions>}
    >
      <Field label="Password" error={errors.password?.message}>
        <PasswordInput {...form.register('password')} autoComplete="current-password" />
      </Field>
    </Dialog>
  )
}
