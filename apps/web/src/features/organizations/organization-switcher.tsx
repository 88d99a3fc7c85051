import clsx from 'clsx'
import { Building2, ChevronsUpDown, Settings2, UserRound } from 'lucide-react'
import { useNavigate } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { isolated } from '../../ui/isolated.ts'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { useActiveOrganization, useOrganizations, useSwitch } from './organizations.queries.ts'

/** Switches between the user's own account and organizations. Hidden without organizations. */
export function OrganizationSwitcher({ isFolded }: { isFolded: boolean }) {
  const { data } = useOrganizations()
  const active = useActiveOrganization()
  const change = useSwitch()
  const navigate = useNavigate()
  if (!data || (data.organizations.length === 0 && !data.can_create)) return null
  const own: MenuItem = {
    id: 'own',
    label: 'Personal',
    icon: <UserRound aria-hidden="true" />,
    disabled: !active,
    onSelect: () => change.mutate(null),
  }
  const items: MenuItem[] = [
    own,
    ...data.organizations.map(({ id, name }) => ({
      id,
      label: name,
      icon: <Building2 aria-hidden="true" />,
      disabled: id === data.active_id,
      onSelect: () => change.mutate(id),
    })),
    {
      id: 'all',
      label: 'Organizations…',
      icon: <Settings2 aria-hidden="true" />,
      startsGroup: true,
      onSelect: () => void navigate(paths.organizations),
    },
  ]
  const name = active?.name ?? 'Personal'
  return (
    <Menu
      label="Switch organization"
      align="start"
      items={items}
      trigger={
        <button
          type="button"
          title={name}
          aria-label={`Working for: ${isolated(name)}. Switch organization`}
          className={clsx(
            'flex min-h-9 w-full items-center gap-2 rounded-md border border-line px-2.5 text-start font-medium hover:bg-hover max-md:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0',
            isFolded && 'justify-center',
          )}
        >
          {active ? <Building2 aria-hidden="true" /> : <UserRound aria-hidden="true" />}
          {!isFolded && (
            <>
              <span dir="auto" className="cut flex-1">
                {name}
              </span>
              <ChevronsUpDown className="text-ink-muted" aria-hidden="true" />
            </>
          )}
        </button>
      }
    />
  )
}
