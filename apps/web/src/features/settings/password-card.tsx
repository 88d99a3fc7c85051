import { accountMessages, accountRoutes, passwordChange } from '@goldpan/contract/accounts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { errorText } from '../../lib/error-text.ts'
import { showRefusal } from '../../lib/form-errors.ts'
import { call } from '../../lib/goldpan-api.ts'
import { useSession } from '../../lib/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { StrengthMeter } from '../../ui/strength-meter.tsx'
import { toast } from '../../ui/toast.ts'
import { useOthersEnded } from './settings.queries.ts'

export function PasswordCard() {
  const [isChanging, setChanging] = useState(false)
  return (
    <Card title="Password" className="lg:col-span-2">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[60ch] text-ink-muted">
          Changing it logs out your other browsers. We confirm it by email.
        </p>
        <Button onClick={() => setChanging(true)}>Change password</Button>
      </div>
      {isChanging && <PasswordDialog onClose={() => setChanging(false)} />}
    </Card>
  )
}

const typedChange = passwordChange
  .extend({ confirmPassword: z.string() })
  .refine((form) => form.password === form.confirmPassword, {
    message: accountMessages.passwordsDiffer,
    path: ['confirmPassword'],
  })

function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { user } = useSession()
  const othersEnded = useOthersEnded()
  const form = useForm({
    resolver: zodResolver(typedChange),
    defaultValues: { current_password: '', password: '', confirmPassword: '' },
  })
  const { errors, isSubmitting } = form.formState
  const about = user ? [user.first_name, user.last_name, user.email] : []
  const submit = form.handleSubmit(async ({ current_password, password }) => {
    try {
      const { message } = await call(accountRoutes.changePassword, { body: { current_password, password } })
      toast.success(message)
      onClose()
      await othersEnded()
    } catch (error) {
      const fields = {
        'accounts.password_differs': 'current_password',
        'accounts.password_common': 'password',
      } as const
      if (!showRefusal(form, error, fields)) toast.error(errorText(error, 'Failed to update password'))
    }
  })
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title="Change password"
      locked={isSubmitting}
      onSubmit={submit}
      footer={<DialogActions busy={isSubmitting && 'Saving…'}>Change password</DialogActions>}
    >
      <div className="flex flex-col gap-4">
        {/* Password managers store the new password with this address. */}
        <input type="text" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
        <Field label="Current password" error={errors.current_password?.message}>
          <PasswordInput {...form.register('current_password')} autoComplete="current-password" />
        </Field>
        <Field
          label="New password"
          help={
            <StrengthMeter rule="At least 8 characters" password={form.watch('password')} about={about} />
          }
          error={errors.password?.message}
        >
          <PasswordInput {...form.register('password')} autoComplete="new-password" />
        </Field>
        <Field label="Confirm password" error={errors.confirmPassword?.message}>
          <PasswordInput {...form.register('confirmPassword')} autoComplete="new-password" />
        </Field>
      </div>
    </Dialog>
  )
}
