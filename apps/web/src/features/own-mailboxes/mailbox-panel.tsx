import type { MailboxChange, OwnMailbox } from '@goldpan/contract/own-mailboxes'
import { readingSentences } from '@goldpan/contract/own-mailboxes'
import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form'
import { isApiError } from '../../lib/api-error.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { showRefusal } from '../../lib/form-errors.ts'
import { useLeaveWarning } from '../../lib/leave-warning.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DataList } from '../../ui/data-list.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { MailServers } from './mail-servers.tsx'
import { MailboxDays } from './mailbox-days.tsx'
import { kindOf, MailboxBadge, todayText } from './mailbox-state.tsx'
import { mailboxFallbacks, useSaveMailbox } from './own-mailboxes.queries.ts'
import { type TypedChange, typedChange, typeMailbox } from './typed-mailbox.ts'

interface MailboxPanelProps {
  /** The panel is closed while this is null. */
  mailbox: OwnMailbox | null
  /** Opened to sign in again: the password has the focus. */
  wantsPassword: boolean
  onClose: () => void
  actions: (mailbox: OwnMailbox) => ReactNode
}

/** One mailbox beside the list: state, figures, settings and the last days. */
export function MailboxPanel({ mailbox, wantsPassword, onClose, actions }: MailboxPanelProps) {
  return (
    <SidePanel
      open={mailbox !== null}
      beside
      onClose={onClose}
      title={mailbox?.address ?? ''}
      description={mailbox ? kindOf(mailbox) : undefined}
    >
      {mailbox && (
        <div key={mailbox.id} className="flex flex-col gap-4">
          <div className="flex flex-col items-start gap-2">
            <MailboxBadge state={mailbox.state} isHeld={mailbox.held_until !== null} />
            {mailbox.sentence && <p className="text-sm break-words">{mailbox.sentence}</p>}
            <div className="flex flex-wrap gap-2">{actions(mailbox)}</div>
          </div>
          <Facts mailbox={mailbox} />
          <Settings mailbox={mailbox} wantsPassword={wantsPassword} />
          <MailboxDays id={mailbox.id} />
        </div>
      )}
    </SidePanel>
  )
}

function Facts({ mailbox }: { mailbox: OwnMailbox }) {
  const { people, waiting, read_at, reads, account, address, connected_by } = mailbox
  const heard = people.toLocaleString()
  return (
    <DataList
      isNarrow
      items={[
        { label: 'Sent', value: <span className="tabular-nums">{todayText(mailbox)}</span> },
        {
          label: 'People',
          value: waiting > 0 ? `${heard}, ${waiting.toLocaleString()} of them waiting for follow-ups` : heard,
        },
        { label: 'Last read', value: reads === 'answers' ? formatDateTime(read_at) : 'Not read' },
        ...(account.toLowerCase() === address.toLowerCase()
          ? []
          : [{ label: 'Signed in as', value: <span className="wrap-anywhere">{account}</span> }]),
        { label: 'Connected by', value: connected_by && <bdi>{connected_by.name}</bdi> },
      ]}
    />
  )
}

type SettingsForm = UseFormReturn<TypedChange, unknown, MailboxChange>

/** Keeps typed values if the mailbox is changed elsewhere; an untouched form shows the change. */
function Settings({ mailbox, wantsPassword }: { mailbox: OwnMailbox; wantsPassword: boolean }) {
  const [opened, setOpened] = useState(mailbox)
  const save = useSaveMailbox(mailbox.id)
  const form: SettingsForm = useForm({
    resolver: zodResolver(typedChange(opened)),
    defaultValues: typeMailbox(opened),
  })
  const { errors, isDirty, isSubmitting } = form.formState
  const [refusal, setRefusal] = useState<{ message: string; isConflict: boolean } | null>(null)
  const connection = useRef<HTMLDetailsElement>(null)
  useLeaveWarning(isDirty)
  useEffect(() => {
    if (wantsPassword) form.setFocus('password')
  }, [form, wantsPassword])
  const startFrom = (saved: OwnMailbox) => {
    setOpened(saved)
    setRefusal(null)
    form.reset(typeMailbox(saved))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another version starts the form again
  useEffect(() => {
    if (!isDirty && !isSubmitting && mailbox.updated_at !== opened.updated_at) startFrom(mailbox)
  }, [mailbox.updated_at])

  const submit = (overwrite: boolean) =>
    form.handleSubmit(
      async (values) => {
        setRefusal(null)
        try {
          const version = overwrite ? {} : { updated_at: opened.updated_at }
          startFrom(await save.mutateAsync({ ...values, ...version }))
          toast.success('Mailbox saved')
        } catch (error) {
          const isPassword = isApiError(error) && error.code === 'mailboxes.password'
          if (isPassword && connection.current) connection.current.open = true
          if (showRefusal(form, error, { 'mailboxes.password': 'password' })) return
          setRefusal({
            message: errorText(error, mailboxFallbacks.save),
            isConflict: isApiError(error) && error.code === 'mailboxes.changed',
          })
        }
      },
      (invalid) => {
        if ((invalid.smtp || invalid.imap || invalid.password) && connection.current)
          connection.current.open = true
      },
    )()
  return (
    <form
      noValidate
      className="flex flex-col gap-4 border-t border-line pt-3"
      onSubmit={(event) => {
        event.preventDefault()
        void submit(false)
      }}
    >
      <Rules form={form} mailbox={opened} />
      {opened.kind === 'password' && (
        <Disclosure
          ref={connection}
          isOpen={wantsPassword || opened.state === 'needs_login'}
          summary="Password and mail servers"
        >
          <div className="mt-3 flex flex-col gap-4">
            <Field
              label="Password"
              help="Empty = the stored one. It goes to no other server or user name."
              error={errors.password?.message}
            >
              <PasswordInput autoComplete="new-password" {...form.register('password')} />
            </Field>
            <FormProvider {...form}>
              <MailServers />
            </FormProvider>
          </div>
        </Disclosure>
      )}
      {refusal && (
        <Banner
          kind={refusal.isConflict ? 'warning' : 'error'}
          announce
          action={
            refusal.isConflict && (
              <div className="flex flex-wrap gap-2">
                <Button size="sm" onClick={() => startFrom(mailbox)}>
                  Use the saved version
                </Button>
                <Button size="sm" onClick={() => void submit(true)}>
                  Overwrite with mine
                </Button>
              </div>
            )
          }
        >
          {refusal.message}
        </Banner>
      )}
      <Button
        type="submit"
        variant={isDirty ? 'primary' : 'secondary'}
        className="self-start"
        busy={isSubmitting && 'Saving…'}
      >
        Save
      </Button>
    </form>
  )
}

/** The name, the limits of a day, and what is read and kept. */
function Rules({ form, mailbox }: { form: SettingsForm; mailbox: OwnMailbox }) {
  const { errors } = form.formState
  return (
    <>
      <Field label="Name" optional help="Shown beside the address." error={errors.name?.message}>
        <TextInput autoComplete="off" dir="auto" {...form.register('name')} />
      </Field>
      <Field
        label="Sends a day"
        help="Campaign emails. Your answers don’t count."
        error={errors.daily_cap?.message}
      >
        <TextInput inputMode="numeric" className="sm:max-w-32" {...form.register('daily_cap')} />
      </Field>
      <Checkbox
        label="Start slowly"
        help="20 emails on the first day, then a fifth more each day."
        {...form.register('has_ramp')}
      />
      <Checkbox
        label="Read answers"
        help={form.watch('reads') ? 'Replies and bounces are seen here.' : readingSentences.unread}
        {...form.register('reads')}
      />
      {mailbox.kind === 'password' && (
        <Checkbox
          label="Keep a copy in Sent"
          help="If your mail program opens its own copy of an email, that counts as an open."
          {...form.register('keep_copy')}
        />
      )}
      <Checkbox
        label="Use for campaigns"
        help="Campaigns that use all mailboxes send from it."
        {...form.register('is_used')}
      />
    </>
  )
}
