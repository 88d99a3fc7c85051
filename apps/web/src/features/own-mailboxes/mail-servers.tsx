import { useFormContext } from 'react-hook-form'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import type { TypedServers } from './typed-mailbox.ts'

const securities = {
  smtp: [
    { value: 'starttls', label: 'STARTTLS (usually port 587)' },
    { value: 'tls', label: 'TLS (usually port 465)' },
  ],
  imap: [
    { value: 'tls', label: 'TLS (usually port 993)' },
    { value: 'starttls', label: 'STARTTLS (usually port 143)' },
  ],
}
const titles = { smtp: 'Sending (SMTP)', imap: 'Reading (IMAP)' }

/** Servers, ports, encryption and user names for sending and reading, in the form around it. */
export function MailServers() {
  const { register, formState } = useFormContext<TypedServers>()
  const { errors } = formState
  return (
    <div className="mt-3 flex flex-col gap-4">
      {(['smtp', 'imap'] as const).map((part) => (
        <fieldset key={part} className="@container flex flex-col gap-3">
          <legend className="mb-2 text-sm font-semibold text-ink-muted">{titles[part]}</legend>
          <div className="grid gap-3 @sm:grid-cols-[1fr_6rem]">
            <Field label="Server" error={errors[part]?.host?.message}>
              <TextInput
                autoCapitalize="none"
                placeholder={`${part}.example.com`}
                {...register(`${part}.host`)}
              />
            </Field>
            <Field label="Port" error={errors[part]?.port?.message}>
              <TextInput inputMode="numeric" {...register(`${part}.port`)} />
            </Field>
          </div>
          <Field label="Encryption" error={errors[part]?.security?.message}>
            <Select options={securities[part]} {...register(`${part}.security`)} />
          </Field>
          <Field label="User name" help="Empty = the address." error={errors[part]?.username?.message}>
            <TextInput autoComplete="off" autoCapitalize="none" {...register(`${part}.username`)} />
          </Field>
        </fieldset>
      ))}
    </div>
  )
}
