import { addressKey, isAddress, toAddress } from '@goldpan/contract/email-address'
import {
  type MailboxList,
  type MailboxWay,
  type NewMailbox,
  type OAuthProvider,
  type OwnMailbox,
  oauthProviders,
  readingSentences,
} from '@goldpan/contract/own-mailboxes'
import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, type Ref, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form'
import { isApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/error-text.ts'
import { showRefusal } from '../../lib/form-errors.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog, DialogCancel } from '../../ui/dialog.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { SkeletonText } from '../../ui/skeleton.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { MailServers } from './mail-servers.tsx'
import { providerNames } from './mailbox-state.tsx'
import { mailboxFallbacks, useConnectMailbox, useLookup, useSignIn } from './own-mailboxes.queries.ts'
import { type TypedNew, type TypedServers, typedNew, typeServers } from './typed-mailbox.ts'

/** An address is looked up after it hasn't changed for this long. */
const LOOKUP_AFTER_MS = 500

const noServers = typeServers({ smtp: null, imap: null })
type NewForm = UseFormReturn<TypedNew, unknown, NewMailbox>

interface AddMailboxDialogProps {
  providers: MailboxList['providers']
  onConnected: (mailbox: OwnMailbox) => void
  onClose: () => void
}

/** Connects Gmail or Microsoft 365 at their own page, or any address by its password. */
export function AddMailboxDialog({ providers, onConnected, onClose }: AddMailboxDialogProps) {
  const connect = useConnectMailbox()
  const signIn = useSignIn()
  const known = useRef<TypedServers>(noServers)
  const form: NewForm = useForm<TypedNew, unknown, NewMailbox>({
    // Read at each check: the lookup may have found the servers since.
    resolver: (values, context, options) => zodResolver(typedNew(known.current))(values, context, options),
    defaultValues: { address: '', password: '', reads: true, ...noServers },
  })
  const { isDirty, isSubmitting } = form.formState
  const address = useTypedAddress(form)
  const lookup = useLookup(address)
  const ways = lookup.data?.ways ?? []
  const best = ways[0]
  const password = ways.find(({ kind }) => kind === 'password')
  useFoundServers(form, known, password)
  const isLookedUp = address !== null && (lookup.isSuccess || lookup.isError)
  const [skipped, setSkipped] = useState<string | null>(null)
  const hasSignIn = best !== undefined && best.kind !== 'password' && providers[best.kind].available
  const canUsePassword = isLookedUp && (ways.length === 0 || password !== undefined)
  const usesPassword = canUsePassword && (!hasSignIn || skipped === address)
  const [failure, setFailure] = useState<string | null>(null)
  const servers = useRef<HTMLDetailsElement>(null)

  const begin = (provider: OAuthProvider, shared_address?: string) => {
    setFailure(null)
    const reads = form.getValues('reads') ? 'answers' : 'nothing'
    signIn.mutate(
      { provider, reads, shared_address },
      { onError: (error) => setFailure(errorText(error, mailboxFallbacks.connect)) },
    )
  }
  const onSubmit = form.handleSubmit(
    async (values) => {
      setFailure(null)
      try {
        onConnected(await connect.mutateAsync(values))
      } catch (error) {
        if (showRefusal(form, error, { 'mailboxes.exists': 'address', 'mailboxes.password': 'password' }))
          return
        if (isApiError(error) && error.code === 'mailboxes.servers_needed') open(servers.current)
        setFailure(errorText(error, mailboxFallbacks.connect))
      }
    },
    ({ smtp, imap }) => (smtp || imap) && open(servers.current),
  )
  return (
    <Dialog
      open
      title="Add mailbox"
      description={readingSentences.before_consent}
      onClose={onClose}
      dirty={isDirty && !signIn.isSuccess}
      locked={isSubmitting}
      onSubmit={(event) => {
        event.preventDefault()
        if (usesPassword) void onSubmit(event)
      }}
      footer={
        <>
          <DialogCancel />
          {usesPassword && (
            <Button type="submit" variant="primary" busy={isSubmitting && 'Connecting…'}>
              Connect
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-col gap-3">
          {oauthProviders.map((provider) => (
            <ProviderButton
              key={provider}
              provider={provider}
              state={providers[provider]}
              isBest={hasSignIn && best.kind === provider && !usesPassword}
              isBusy={(signIn.isPending || signIn.isSuccess) && signIn.variables?.provider === provider}
              onBegin={() => begin(provider)}
            />
          ))}
          {providers.microsoft.available && (
            <SharedMailbox onBegin={(shared) => begin('microsoft', shared)} />
          )}
        </div>
        <p className="flex items-center gap-3 text-xs text-ink-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          or any other mailbox
        </p>
        <Field label="Email address" error={form.formState.errors.address?.message}>
          <TextInput
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            placeholder="you@example.com"
            {...form.register('address')}
          />
        </Field>
        {address !== null && lookup.isPending && (
          <div role="status" aria-label="Looking up the mail servers">
            <SkeletonText lines={2} />
          </div>
        )}
        {isLookedUp && (
          <Found
            best={best}
            sentence={lookup.data?.sentence ?? errorText(lookup.error, mailboxFallbacks.lookup)}
            action={
              canUsePassword &&
              !usesPassword && (
                <Button size="sm" onClick={() => setSkipped(address)}>
                  Use a password instead
                </Button>
              )
            }
          />
        )}
        {usesPassword && <PasswordFields form={form} way={password} servers={servers} />}
        <Checkbox
          label="Read answers"
          help={form.watch('reads') ? 'Replies and bounces are seen here.' : readingSentences.unread}
          {...form.register('reads')}
        />
        {failure && (
          <Banner kind="error" announce>
            {failure}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}

const open = (details: HTMLDetailsElement | null) => {
  if (details) details.open = true
}

/** The whole address in the field, a moment after it was typed. Null while it is none. */
function useTypedAddress(form: NewForm): string | null {
  const typed = addressKey(form.watch('address'))
  const rested = useDebounced(typed, LOOKUP_AFTER_MS)
  return rested === typed && isAddress(typed) ? typed : null
}

/** Fills in the servers that the lookup found, unless others were typed. */
function useFoundServers(form: NewForm, known: RefObject<TypedServers>, way: MailboxWay | undefined) {
  useEffect(() => {
    const found = way ? typeServers(way) : noServers
    const { smtp, imap } = form.getValues()
    const isTyped = JSON.stringify({ smtp, imap }) !== JSON.stringify(known.current)
    known.current = found
    if (isTyped) return
    form.setValue('smtp', found.smtp)
    form.setValue('imap', found.imap)
  }, [form, known, way])
}

interface ProviderButtonProps {
  provider: OAuthProvider
  state: MailboxList['providers'][OAuthProvider]
  /** The typed address is there. */
  isBest: boolean
  isBusy: boolean
  onBegin: () => void
}

const meanwhile: Record<OAuthProvider, string> = {
  google: 'Until then, enter your Gmail address below and connect it with an app password.',
  microsoft: 'Ask them by Support, because Microsoft 365 takes no passwords from other programs.',
}

/** Stays in view where it isn't set up, with what the operator has to set and what the user can do. */
function ProviderButton({ provider, state, isBest, isBusy, onBegin }: ProviderButtonProps) {
  const id = useId()
  const note = state.available
    ? state.reading
      ? null
      : `${providerNames[provider]} only sends here: reading answers is not set up.`
    : `${state.sentence} ${meanwhile[provider]}`
  return (
    <div className="flex flex-col gap-1.5">
      <Button
        variant={isBest && state.available ? 'primary' : 'secondary'}
        disabled={!state.available}
        aria-describedby={note ? id : undefined}
        busy={isBusy && `Opening ${providerNames[provider]}…`}
        onClick={onBegin}
      >
        Connect {providerNames[provider]}
      </Button>
      {note && (
        <p id={id} className="text-sm break-words text-ink-muted">
          {note}
        </p>
      )}
    </div>
  )
}

/** For an address such as sales@ that several people share. */
function SharedMailbox({ onBegin }: { onBegin: (address: string) => void }) {
  const [address, setAddress] = useState('')
  const [error, setError] = useState<string>()
  return (
    <Disclosure summary="A shared Microsoft 365 mailbox">
      <div className="mt-2 flex flex-col gap-2">
        <Field
          label="Address of the shared mailbox"
          help="You sign in as yourself, with the right to send as this address."
          error={error}
        >
          <TextInput
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            value={address}
            onChange={(event) => setAddress(event.target.value)}
          />
        </Field>
        <Button
          className="self-start"
          onClick={() => {
            const isValid = isAddress(toAddress(address))
            setError(isValid ? undefined : 'Please enter a valid email address')
            if (isValid) onBegin(toAddress(address))
          }}
        >
          Connect shared mailbox
        </Button>
      </div>
    </Disclosure>
  )
}

interface FoundProps {
  best: MailboxWay | undefined
  sentence: string
  action: ReactNode
}

/** What the lookup found: the provider's own sign-in comes first. */
function Found({ best, sentence, action }: FoundProps) {
  const signIn = best && best.kind !== 'password' ? providerNames[best.kind] : null
  const text =
    sentence || (signIn && `This address is at ${best?.name}: “Connect ${signIn}” above is the simplest way.`)
  if (!text) return null
  return (
    <Banner announce action={action}>
      {text}
    </Banner>
  )
}

interface PasswordFieldsProps {
  form: NewForm
  /** Undefined where the servers have to be entered. */
  way: MailboxWay | undefined
  servers: Ref<HTMLDetailsElement>
}

function PasswordFields({ form, way, servers }: PasswordFieldsProps) {
  const { errors } = form.formState
  return (
    <>
      <Field label="Password" help={<PasswordHelp way={way} />} error={errors.password?.message}>
        <PasswordInput autoComplete="new-password" {...form.register('password')} />
      </Field>
      <Disclosure ref={servers} key={way?.name ?? ''} isOpen={way === undefined} summary="Mail servers">
        <FormProvider {...form}>
          <MailServers />
        </FormProvider>
      </Disclosure>
    </>
  )
}

function PasswordHelp({ way }: { way: MailboxWay | undefined }) {
  return (
    <>
      {way && hintOf(way)}{' '}
      {way?.help_url && (
        <a href={way.help_url} target="_blank" rel="noreferrer" className="hyperlink">
          {way.name} help
        </a>
      )}{' '}
      Stored encrypted.
    </>
  )
}

function hintOf({ name, hint, needs_app_password }: MailboxWay): string {
  if (needs_app_password) return `${name} needs an app password${hint ? `: ${hint}` : '.'}`
  return hint.charAt(0).toUpperCase() + hint.slice(1)
}
