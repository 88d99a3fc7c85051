import clsx from 'clsx'
import { useLocation } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { isolated } from '../../ui/isolated.ts'
import { useActiveOrganization, useOrganizations, useSwitch } from './organizations.queries.ts'

interface OtherAccountsProps {
  /** The address leads to nothing in this account. By default its list is empty. */
  isMissing?: boolean
  className?: string
}

/**
 * Names the account that is open and opens the same address in another one. It doesn't know if the others have
 * something there. Hidden without organizations.
 */
export function OtherAccounts({ isMissing = false, className }: OtherAccountsProps) {
  const { data } = useOrganizations()
  const active = useActiveOrganization()
  const { pathname, search } = useLocation()
  const change = useSwitch(pathname + search)
  if (!data || data.organizations.length === 0) return null
  const others: { id: string | null; name: string }[] = [
    ...(active ? [{ id: null, name: 'your personal account' }] : []),
    ...data.organizations
      .filter(({ id }) => id !== active?.id)
      .map(({ id, name }) => ({ id, name: isolated(name) })),
  ]
  return (
    <div className={clsx('flex flex-wrap items-center gap-x-3 gap-y-2 text-ink-muted', className)}>
      <p className="max-w-[64ch] text-balance">
        {active ? `You are working for ${isolated(active.name)}.` : 'You are in your personal account.'}{' '}
        {isMissing
          ? 'This link may belong to another of your accounts.'
          : active
            ? 'Your own tables, prospects and campaigns are still in your personal account.'
            : 'Your organizations have their own tables, prospects and campaigns.'}
      </p>
      {others.map(({ id, name }) => (
        <Button
          key={id}
          size="sm"
          busy={change.isPending && change.variables === id && 'Switching…'}
          disabled={change.isPending}
          onClick={() => change.mutate(id)}
        >
          {`Switch to ${name}`}
        </Button>
      ))}
    </div>
  )
}
