import { accountMessages, accountRoutes, passwordChange } from '@goldpan/contract/accounts'
import { useState } from 'react'
import { z } from 'zod'
import { errorText } from '../../lib/error-text.ts'
import { useContractForm } from '../../lib/form.ts'
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
          A new password logs out every browser but this one, and we tell you by email.
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
  const form = useContractForm(typedChange, { current_password: '', password: '', confirmPassword: '' })
  const { isSubmitting } = form.formState
  const about = user ? [user.first_name, user.last_name, user.email] : []
  const submit = form.handleSubmit(async ({ current_password, password }) => {
    try {
      const { message } = await call(accountRoutes.changePassword, { body: { current_password, password } })
      toast.success(message)
      onClose()
      await othersEnded()
    } catch (error) {
      toast.error(errorText(error, 'Failed to update password'))
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
        {/* Managers of passwords keep the new one with the address that it belongs to. */}
        <input type="text" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
        <Field label="Current password" error={form.errorOf('current_password')}>
          <PasswordInput {...form.register('current_password')} autoComplete="current-password" />
        </Field>
        <Field
          label="New password"
          help={
            <StrengthMeter rule="At least 8 characters" password={form.watch('password')} about={about} />
          }
          error={form.errorOf('password')}
        >
          <PasswordInput {...form.register('password')} autoComplete="new-password" />
        </Field>
        <Field label="Confirm password" error={form.errorOf('confirmPassword')}>
          <PasswordInput {...form.register('confirmPassword')} autoComplete="new-password" />
        </Field>
      </div>
    </Dialog>
  )
}
