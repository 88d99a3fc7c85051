import { type SenderMailbox, senderMailboxForm } from '@goldpan/contract/sender-mailbox'
import { useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { useMailboxActions } from './sender-mailbox.queries.ts'

type Draft = Record<'address' | 'name' | 'host' | 'port' | 'security' | 'username' | 'password', string> & {
  is_used: boolean
}

const draftOf = (saved: SenderMailbox | null): Draft => ({
  address: saved?.address ?? '',
  name: saved?.name ?? '',
  host: saved?.host ?? '',
  port: String(saved?.port ?? 587),
  security: saved?.security ?? 'starttls',
  username: saved?.username ?? '',
  password: '',
  is_used: saved?.is_used ?? true,
})

export function MailboxForm({ saved }: { saved: SenderMailbox | null }) {
  const [draft, setDraft] = useState(() => draftOf(saved))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { save } = useMailboxActions()

  function submit() {
    const read = senderMailboxForm.safeParse({
      ...draft,
      name: draft.name.trim() || null,
      port: Number(draft.port),
      password: draft.password || undefined,
    })
    const found: Record<string, string> = {}
    for (const { path, message } of read.error?.issues ?? []) found[String(path[0])] ??= message
    setErrors(found)
    if (!read.success) return
    save.mutate(read.data, {
      onSuccess: ({ mailbox }) => {
        setDraft({ ...draft, password: '' })
        if (!mailbox?.check_error) toast.success('Mailbox saved; the connection works')
      },
      onError: (error) => toast.error(errorText(error, 'The mailbox could not be saved')),
    })
  }

  const input = (name: Exclude<keyof Draft, 'is_used'>) => ({
    value: draft[name],
    'aria-invalid': errors[name] ? (true as const) : undefined,
    onChange: (event: { target: { value: string } }) => setDraft({ ...draft, [name]: event.target.value }),
  })
  return (
    <Card
      title="Mail server"
      description="As your mail provider gives it for mail programs (SMTP). Many providers ask for an app password."
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Email address" error={errors.address}>
            <TextInput type="email" autoComplete="off" autoCapitalize="none" {...input('address')} />
          </Field>
          <Field label="Name shown" optional error={errors.name}>
            <TextInput autoComplete="off" {...input('name')} />
          </Field>
          <Field label="Mail server" error={errors.host}>
            <TextInput autoCapitalize="none" placeholder="smtp.example.com" {...input('host')} />
          </Field>
          <Field label="Port" error={errors.port}>
            <TextInput inputMode="numeric" {...input('port')} />
          </Field>
          <Field label="Encryption" error={errors.security}>
            <Select
              options={[
                { value: 'starttls', label: 'STARTTLS (usually port 587)' },
                { value: 'tls', label: 'TLS (usually port 465)' },
              ]}
              {...input('security')}
            />
          </Field>
          <Field label="User name" error={errors.username}>
            <TextInput autoComplete="off" autoCapitalize="none" {...input('username')} />
          </Field>
        </div>
        <Field
          label="Password"
          error={errors.password}
          help={
            saved
              ? 'Leave it empty to keep the stored one. It is stored encrypted and never shown.'
              : 'It is stored encrypted and never shown.'
          }
        >
          <PasswordInput autoComplete="new-password" {...input('password')} />
        </Field>
        <Checkbox
          label="Send campaigns from this mailbox"
          help="Reports of mail that can't be delivered go to this mailbox and can't be counted here."
          checked={draft.is_used}
          onChange={(event) => setDraft({ ...draft, is_used: event.target.checked })}
        />
        <div className="flex flex-col sm:items-start">
          <Button type="submit" variant="primary" busy={save.isPending && 'Connecting…'}>
            Save and test
          </Button>
        </div>
      </form>
    </Card>
  )
}
