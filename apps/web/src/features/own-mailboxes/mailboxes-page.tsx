import type { OwnMailbox } from '@goldpan/contract/own-mailboxes'
import { LogIn, Plug, Plus, Power, PowerOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { countOf } from '../../lib/counts.ts'
import { formatDateTime, formatShort } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { paths } from '../../lib/paths.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { CutText } from '../../ui/cut-text.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { isolated } from '../../ui/isolated.ts'
import { Menu } from '../../ui/menu.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Table } from '../../ui/table.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { toast } from '../../ui/toast.ts'
import { AddMailboxDialog } from './add-mailbox-dialog.tsx'
import { MailboxPanel } from './mailbox-panel.tsx'
import { kindOf, MailboxBadge, todayText } from './mailbox-state.tsx'
import { mailboxFallbacks, useMailboxActions, useMailboxes, useSignIn } from './own-mailboxes.queries.ts'
import { RemoveMailboxDialog } from './remove-mailbox-dialog.tsx'
import { SignInNotice } from './sign-in-notice.tsx'

interface Opened {
  id: string
  wantsPassword: boolean
}

/** The mailboxes that campaigns leave from. */
export function MailboxesPage() {
  const list = useMailboxes()
  const mailboxes = list.data?.mailboxes
  const [isAdding, setAdding] = useState(false)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [removing, setRemoving] = useState<OwnMailbox | null>(null)
  const [withdrawn, setWithdrawn] = useState<string | null>(null)
  const open = (mailbox: OwnMailbox, wantsPassword = false) => setOpened({ id: mailbox.id, wantsPassword })
  const add = (
    <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={() => setAdding(true)}>
      Add mailbox
    </Button>
  )
  const actionsOf = (mailbox: OwnMailbox) => ({
    mailbox,
    onPassword: () => open(mailbox, true),
    onRemove: () => setRemoving(mailbox),
  })
  return (
    <Page>
      <PageHeader
        title="Mailboxes"
        back={<Link to={paths.emailOptions}>Email Options</Link>}
        action={mailboxes && mailboxes.length > 0 && add}
      />
      {list.data && <SignInNotice list={list.data} />}
      {withdrawn && <WithdrawAtMicrosoft address={withdrawn} onDismiss={() => setWithdrawn(null)} />}
      {list.isError && !list.data ? (
        <ErrorState
          message={errorText(list.error, mailboxFallbacks.fetch)}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      ) : (
        <Table
          label="Mailboxes"
          rows={mailboxes}
          columns={columnsOf(open)}
          rowKey={({ id }) => id}
          rowLabel={({ address }) => address}
          openKey={opened?.id ?? null}
          onOpen={open}
          actionsWidth="9.5rem"
          actionsPlace="shown"
          rowActions={(mailbox) => <RowActions {...actionsOf(mailbox)} />}
          footer={mailboxes && countOf(mailboxes.length, 'mailbox', 'mailboxes')}
          skeletonRows={3}
          empty={
            <EmptyState illustration="letter" title="No mailboxes yet" action={add}>
              Connect your own mailbox to send campaigns from your address. Each person always hears from the
              same one.
            </EmptyState>
          }
        />
      )}
      <MailboxPanel
        mailbox={mailboxes?.find(({ id }) => id === opened?.id) ?? null}
        wantsPassword={opened?.wantsPassword ?? false}
        onClose={() => setOpened(null)}
        actions={(mailbox) => <PanelActions {...actionsOf(mailbox)} />}
      />
      {isAdding && list.data && (
        <AddMailboxDialog
          providers={list.data.providers}
          onConnected={(mailbox) => {
            setAdding(false)
            toast.success(`${mailbox.address} is connected`)
            open(mailbox)
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {removing && (
        <RemoveMailboxDialog
          mailbox={removing}
          onClose={() => setRemoving(null)}
          onRemoved={() => {
            if (removing.kind === 'microsoft') setWithdrawn(removing.account)
            if (opened?.id === removing.id) setOpened(null)
            setRemoving(null)
          }}
        />
      )}
    </Page>
  )
}

const columnsOf = (open: (mailbox: OwnMailbox) => void): Column<OwnMailbox>[] => [
  {
    id: 'address',
    header: 'Address',
    isTitle: true,
    width: 'max(14rem, 24cqi)',
    cell: (mailbox) => (
      <div className="flex min-w-0 items-baseline gap-2">
        <button
          type="button"
          onClick={() => open(mailbox)}
          className="cut max-w-full shrink-0 rounded-sm font-medium hover:underline"
        >
          {mailbox.address}
        </button>
        <CutText className="min-w-0 text-ink-muted">{kindOf(mailbox)}</CutText>
      </div>
    ),
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ state, sentence, held_until }) => (
      <div className="flex min-w-0 items-center gap-2 in-data-[cards=true]:flex-wrap">
        <MailboxBadge state={state} isHeld={held_until !== null} />
        {sentence && (
          <CutText className="min-w-0 text-ink-muted in-data-[cards=true]:basis-full in-data-[cards=true]:whitespace-normal">
            {sentence}
          </CutText>
        )}
      </div>
    ),
  },
  {
    id: 'today',
    header: 'Sent',
    width: '8rem',
    align: 'end',
    cell: (mailbox) => <span className="whitespace-nowrap">{todayText(mailbox)}</span>,
  },
  {
    id: 'read',
    header: 'Last read',
    width: '7rem',
    align: 'end',
    cell: (mailbox) => <LastRead mailbox={mailbox} />,
  },
  {
    id: 'people',
    header: 'People',
    width: '4.5rem',
    align: 'end',
    cell: ({ people }) => people.toLocaleString(),
  },
]

function LastRead({ mailbox: { reads, read_at } }: { mailbox: OwnMailbox }) {
  if (reads === 'nothing') return <span className="text-ink-muted">Never</span>
  if (!read_at) return <span className="text-ink-muted">Not yet</span>
  return (
    <time dateTime={read_at} title={formatDateTime(read_at)} className="whitespace-nowrap">
      {formatShort(read_at)}
    </time>
  )
}

interface ActionsProps {
  mailbox: OwnMailbox
  onPassword: () => void
  onRemove: () => void
}

/** Leads to the provider's page, or to the field of the password. */
function useSignInAgain({ mailbox, onPassword }: ActionsProps) {
  const signIn = useSignIn()
  const { id, kind, reads } = mailbox
  return {
    isBusy: signIn.isPending || signIn.isSuccess,
    start() {
      if (kind === 'password') return onPassword()
      signIn.mutate(
        { provider: kind, mailbox_id: id, reads },
        { onError: (error) => toast.error(errorText(error, mailboxFallbacks.connect)) },
      )
    },
  }
}

/** The next step of a mailbox that needs somebody, and the rest behind ⋯. */
function RowActions(props: ActionsProps) {
  const { mailbox, onRemove } = props
  const { test, turn } = useMailboxActions(mailbox)
  const signIn = useSignInAgain(props)
  const isOff = mailbox.state === 'off'
  return (
    <>
      {mailbox.state === 'needs_login' && (
        <Button size="sm" busy={signIn.isBusy && 'Opening…'} onClick={signIn.start}>
          Sign in again
        </Button>
      )}
      {test.isPending && (
        <span role="status" className="text-xs text-ink-muted">
          Testing…
        </span>
      )}
      <Menu
        label={`Actions for ${isolated(mailbox.address)}`}
        items={[
          {
            id: 'sign-in',
            label: 'Sign in again',
            icon: <LogIn aria-hidden="true" />,
            onSelect: signIn.start,
          },
          { id: 'test', label: 'Test', icon: <Plug aria-hidden="true" />, onSelect: () => test.mutate() },
          {
            id: 'turn',
            label: isOff ? 'Turn on' : 'Turn off',
            icon: isOff ? <Power aria-hidden="true" /> : <PowerOff aria-hidden="true" />,
            onSelect: () => turn.mutate(isOff ? 'connected' : 'off'),
          },
          {
            id: 'remove',
            label: 'Remove',
            icon: <Trash2 aria-hidden="true" />,
            danger: true,
            startsGroup: true,
            onSelect: onRemove,
          },
        ]}
      />
    </>
  )
}

/** The same as buttons. */
function PanelActions(props: ActionsProps) {
  const { mailbox, onRemove } = props
  const { test, turn } = useMailboxActions(mailbox)
  const signIn = useSignInAgain(props)
  const isOff = mailbox.state === 'off'
  return (
    <>
      <Button
        size="sm"
        variant={mailbox.state === 'needs_login' ? 'primary' : 'secondary'}
        busy={signIn.isBusy && 'Opening…'}
        onClick={signIn.start}
      >
        Sign in again
      </Button>
      <Button size="sm" busy={test.isPending && 'Testing…'} onClick={() => test.mutate()}>
        Test
      </Button>
      <Button
        size="sm"
        busy={turn.isPending && (isOff ? 'Testing…' : 'Turning off…')}
        onClick={() => turn.mutate(isOff ? 'connected' : 'off')}
      >
        {isOff ? 'Turn on' : 'Turn off'}
      </Button>
      <Button size="sm" onClick={onRemove}>
        Remove
      </Button>
    </>
  )
}

/** Microsoft takes access back only by the account's own hand. */
function WithdrawAtMicrosoft({ address, onDismiss }: { address: string; onDismiss: () => void }) {
  return (
    <Banner announce title="Withdraw the access at Microsoft, too" onDismiss={onDismiss}>
      Goldpan has erased what it could sign in with. Microsoft keeps the permission of {isolated(address)}{' '}
      until you remove it: at{' '}
      <a className="hyperlink" href="https://myapps.microsoft.com" target="_blank" rel="noreferrer">
        myapps.microsoft.com
      </a>{' '}
      for an account of work or school, at{' '}
      <a
        className="hyperlink"
        href="https://account.live.com/consent/Manage"
        target="_blank"
        rel="noreferrer"
      >
        account.live.com/consent/Manage
      </a>{' '}
      for a personal one.
    </Banner>
  )
}
