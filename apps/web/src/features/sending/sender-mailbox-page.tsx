import {
  mailboxSecurities,
  type SenderMailbox,
  type SenderMailboxForm,
  senderMailboxForm,
} from '@goldpan/contract/sender-mailbox'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { formatDateTime } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { showRefusal } from '../../lib/form-errors.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonCard, SkeletonFields } from '../../ui/skeleton.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { EmailOptionPage } from './email-option-page.tsx'
import { useMailboxActions, useSenderMailbox } from './sending-settings.queries.ts'

/** Sends campaigns from the user's own mailbox instead of the shared return address. */
export function SenderMailboxPage() {
  return (
    <EmailOptionPage
      title="Own mailbox"
      loading="Loading your mailbox"
      coming={
        <div className="max-w-2xl">
          <SkeletonCard>
            <SkeletonFields count={5} />
          </SkeletonCard>
        </div>
      }
      loaded={useSenderMailbox()}
    >
      {({ mailbox }) => (
        <div className="flex max-w-[44rem] flex-col gap-4">
          {mailbox && <MailboxStatus mailbox={mailbox} />}
          <MailboxForm saved={mailbox} />
        </div>
      )}
    </EmailOptionPage>
  )
}

/** The state of the mailbox, with buttons to test and remove it. */
function MailboxStatus({ mailbox }: { mailbox: SenderMailbox }) {
  const { test, remove } = useMailboxActions()
  const [isLeaving, setLeaving] = useState(false)
  return (
    <>
      <Banner
        announce
        kind={mailbox.check_error ? 'error' : mailbox.is_used ? 'success' : 'info'}
        title={titleOf(mailbox)}
        action={
          <div className="flex flex-wrap gap-2">
            <Button size="sm" busy={test.isPending && 'Testing…'} onClick={() => test.mutate()}>
              Test connection
            </Button>
            <Button size="sm" onClick={() => setLeaving(true)}>
              Remove
            </Button>
          </div>
        }
      >
        {mailbox.check_error ?? `The connection worked on ${formatDateTime(mailbox.checked_at)}.`}
      </Banner>
      <ConfirmDialog
        open={isLeaving}
        kind="warning"
        danger
        title="Remove mailbox"
        message="Deletes the stored password. Campaigns are sent from your return address again; one in progress stops."
        confirmLabel="Remove"
        onCancel={() => setLeaving(false)}
        onConfirm={async () => {
          await remove
            .mutateAsync()
            .then(({ message }) => toast.success(message))
            .catch((error: unknown) => toast.error(errorText(error, 'The mailbox could not be removed')))
          setLeaving(false)
        }}
      />
    </>
  )
}

function titleOf({ address, check_error, is_used }: SenderMailbox): string {
  if (check_error) return `${address} can't be used yet`
  return is_used ? `Campaigns are sent from ${address}` : `${address} is set up, but not used`
}

/** The fields as typed: numbers are text, and an empty text leaves an optional field out. */
const typedForm = z
  .object({
    address: z.string(),
    name: z.string(),
    host: z.string(),
    port: z.string(),
    security: z.enum(mailboxSecurities),
    username: z.string(),
    password: z.string(),
    is_used: z.boolean(),
  })
  .transform(
    ({ name, port, password, ...fields }): SenderMailboxForm => ({
      ...fields,
      name: name.trim() || null,
      port: Number(port),
      password: password || undefined,
    }),
  )
  .pipe(senderMailboxForm)

const valuesOf = (saved: SenderMailbox | null): z.input<typeof typedForm> => ({
  address: saved?.address ?? '',
  name: saved?.name ?? '',
  host: saved?.host ?? '',
  port: String(saved?.port ?? 587),
  security: saved?.security ?? 'starttls',
  username: saved?.username ?? '',
  password: '',
  is_used: saved?.is_used ?? true,
})

function MailboxForm({ saved }: { saved: SenderMailbox | null }) {
  const { save } = useMailboxActions()
  const form = useForm({ resolver: zodResolver(typedForm), defaultValues: valuesOf(saved) })
  const { errors, isSubmitting } = form.formState
  const onSubmit = form.handleSubmit(async (values) => {
    try {
      const { mailbox } = await save.mutateAsync(values)
      form.reset({ ...form.getValues(), password: '' })
      if (!mailbox?.check_error) toast.success('Mailbox saved; the connection works')
    } catch (error) {
      if (showRefusal(form, error, { 'sending.mailbox_password': 'password' })) return
      toast.error(errorText(error, 'The mailbox could not be saved'))
    }
  })
  return (
    <Card title="Mail server">
      <form noValidate className="flex flex-col gap-4" onSubmit={onSubmit}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Email address" error={errors.address?.message}>
            <TextInput type="email" autoComplete="off" autoCapitalize="none" {...form.register('address')} />
          </Field>
          <Field label="Display name" optional error={errors.name?.message}>
            <TextInput autoComplete="off" {...form.register('name')} />
          </Field>
          <Field label="Mail server" error={errors.host?.message}>
            <TextInput autoCapitalize="none" placeholder="smtp.example.com" {...form.register('host')} />
          </Field>
          <Field label="Port" error={errors.port?.message}>
            <TextInput inputMode="numeric" {...form.register('port')} />
          </Field>
          <Field label="Encryption" error={errors.security?.message}>
            <Select
              options={[
                { value: 'starttls', label: 'STARTTLS (usually port 587)' },
                { value: 'tls', label: 'TLS (usually port 465)' },
              ]}
              {...form.register('security')}
            />
          </Field>
          <Field label="User name" error={errors.username?.message}>
            <TextInput autoComplete="off" autoCapitalize="none" {...form.register('username')} />
          </Field>
        </div>
        <Field
          label="Password"
          error={errors.password?.message}
          help={
            saved
              ? 'Leave empty to keep the current one. Stored encrypted.'
              : 'Many providers require an app password. Stored encrypted.'
          }
        >
          <PasswordInput autoComplete="new-password" {...form.register('password')} />
        </Field>
        <Checkbox
          label="Send campaigns from this mailbox"
          help="Replies still arrive in your inbox here. Bounce reports go to the mailbox and aren’t counted."
          {...form.register('is_used')}
        />
        <div className="flex flex-col sm:items-start">
          <Button type="submit" variant="primary" busy={isSubmitting && 'Connecting…'}>
            Save and test
          </Button>
        </div>
      </form>
    </Card>
  )
}
