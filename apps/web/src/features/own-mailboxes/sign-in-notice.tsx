import { type MailboxList, type OwnMailbox, ownMailboxRefusals } from '@goldpan/contract/own-mailboxes'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { formatDateTime } from '../../lib/dates.ts'
import { dropDraft, keepDraft, readDraft } from '../../lib/drafts.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { providerNames } from './mailbox-state.tsx'
import { useSignIn } from './own-mailboxes.queries.ts'

/** What a sign-in brought back in the address: shown once, and removed from it. */
function useReturned() {
  const [query, setQuery] = useSearchParams()
  const [returned, setReturned] = useState<{ connected: string | null; error: string | null }>({
    connected: null,
    error: null,
  })
  const connected = query.get('connected')
  const error = query.get('error')
  useEffect(() => {
    if (connected === null && error === null) return
    setReturned({ connected, error })
    setQuery(
      (before) => {
        const rest = new URLSearchParams(before)
        rest.delete('connected')
        rest.delete('error')
        return rest
      },
      { replace: true },
    )
  }, [connected, error, setQuery])
  return [returned, () => setReturned({ connected: null, error: null })] as const
}

const HIDDEN = 'hidden-sign-in'

/** How the newest sign-in at Google or Microsoft ended. A failure stays until it is dismissed. */
export function SignInNotice({ list: { mailboxes, attempt } }: { list: MailboxList }) {
  const [{ connected, error }, forget] = useReturned()
  const [hidden, setHidden] = useState(() =>
    readDraft(HIDDEN, (at) => (typeof at === 'string' ? at : undefined)),
  )
  const added = mailboxes.find(({ id }) => id === connected)
  if (added) return <Connected mailbox={added} onDismiss={forget} />
  if (attempt && attempt.at !== hidden)
    return (
      <Failed
        attempt={attempt}
        onDismiss={() => {
          keepDraft(HIDDEN, attempt.at)
          setHidden(attempt.at)
          forget()
        }}
      />
    )
  if (error && !attempt)
    return (
      <Banner kind="error" announce title="The sign-in failed" onDismiss={forget}>
        {sentenceOf(error)} Nothing was connected.
      </Banner>
    )
  return null
}

function Connected({ mailbox, onDismiss }: { mailbox: OwnMailbox; onDismiss: () => void }) {
  const { address, sentence, cap_today } = mailbox
  useEffect(() => dropDraft(HIDDEN), [])
  return (
    <Banner kind="success" announce title={`${address} is connected`} onDismiss={onDismiss}>
      {sentence || `It may send ${cap_today.toLocaleString()} campaign emails today.`}
    </Banner>
  )
}

interface FailedProps {
  attempt: NonNullable<MailboxList['attempt']>
  onDismiss: () => void
}

function Failed({ attempt: { provider, code, message, at }, onDismiss }: FailedProps) {
  const signIn = useSignIn()
  const name = providerNames[provider]
  return (
    <Banner
      kind="error"
      announce
      title={`${name} was not connected`}
      onDismiss={onDismiss}
      action={
        // Another account is signed in to from its own row.
        !code.endsWith('other_address') && (
          <Button
            size="sm"
            busy={(signIn.isPending || signIn.isSuccess) && `Opening ${name}…`}
            onClick={() => signIn.mutate({ provider })}
          >
            Try again
          </Button>
        )
      }
    >
      <p>{message}</p>
      {adviceOf(code) && <p>{adviceOf(code)}</p>}
      <p className="text-sm text-ink-muted">{formatDateTime(at)}</p>
    </Banner>
  )
}

/** What to do where the sentence doesn't say it. */
const advice: Record<string, string> = {
  consent_declined: 'Try again and allow access when you are asked.',
  admin_needed: 'An administrator can sign in here once and tick “Consent on behalf of your organization”.',
  no_address: 'Sign in with another account, or connect it by its address and password.',
  state_unknown: 'Begin again from here, and finish in the same window.',
  other_address: 'Press “Sign in again” and choose the other account.',
}

const adviceOf = (code: string): string | undefined => advice[code.replace(/^mailboxes\./, '')]

/** Of a sign-in that nobody here began. Sentences with words in braces are completed by the server alone. */
function sentenceOf(code: string): string {
  const name = code.startsWith('mailboxes.') ? code : `mailboxes.${code}`
  const message = Object.hasOwn(ownMailboxRefusals, name)
    ? ownMailboxRefusals[name as keyof typeof ownMailboxRefusals].message
    : ''
  return message && !message.includes('{') ? `${message.replace(/\.$/, '')}.` : 'Please try again.'
}
