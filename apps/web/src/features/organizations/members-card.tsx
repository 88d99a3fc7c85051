import {
  canManage,
  type Member,
  type OrganizationDetail,
  organizationMessages,
  roleNames,
} from '@goldpan/contract/organizations'
import { useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { useSession } from '../../lib/use-session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { isolated } from '../../ui/isolated.ts'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.ts'
import { useHandOver, useRemoveMember, useSetRole } from './organizations.queries.ts'

type Asked = { what: 'remove' | 'hand-over'; member: Member }

const toasts = (text: string) => ({
  onSuccess: () => void toast.success(text),
  onError: (error: Error) => void toast.error(errorText(error, organizationMessages.change)),
})

/** The members, with the actions that the user's role allows. */
export function MembersCard({ organization }: { organization: OrganizationDetail }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  return (
    <Card title="Members">
      <ul className="divide-y divide-line" aria-label="Members">
        {organization.members.map((member) => (
          <MemberRow key={member.user_id} organization={organization} member={member} onAsk={setAsked} />
        ))}
      </ul>
      <AskedDialog organization={organization} asked={asked} onDone={() => setAsked(null)} />
    </Card>
  )
}

interface MemberRowProps {
  organization: OrganizationDetail
  member: Member
  onAsk: (asked: Asked) => void
}

function MemberRow({ organization, member, onAsk }: MemberRowProps) {
  const { user } = useSession()
  const setRole = useSetRole(organization.id)
  const { name, email, role, user_id } = member
  const other = role === 'admin' ? 'member' : 'admin'
  const items: MenuItem[] = []
  if (canManage(organization.role, role) && canManage(organization.role, other))
    items.push({
      id: 'role',
      label: other === 'admin' ? 'Make an admin' : 'Make a member',
      onSelect: () =>
        setRole.mutate({ user: user_id, role: other }, toasts(`${isolated(name)} is ${article[other]} now`)),
    })
  if (organization.role === 'owner' && role !== 'owner')
    items.push({
      id: 'hand-over',
      label: 'Transfer ownership…',
      onSelect: () => onAsk({ what: 'hand-over', member }),
    })
  if (canManage(organization.role, role))
    items.push({
      id: 'remove',
      label: 'Remove…',
      danger: true,
      startsGroup: items.length > 0,
      onSelect: () => onAsk({ what: 'remove', member }),
    })
  return (
    <li className="flex items-center gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="cut font-medium">
          <bdi>{name}</bdi>
          {user?.id === user_id && <span className="font-normal text-ink-muted"> (you)</span>}
        </p>
        <p className="cut text-sm text-ink-muted">{email}</p>
      </div>
      <Badge dot={false} colour={role === 'owner' ? 'green' : role === 'admin' ? 'blue' : 'grey'}>
        {roleNames[role]}
      </Badge>
      <div className="w-9">
        {items.length > 0 && <Menu label={`Actions for ${isolated(name)}`} items={items} />}
      </div>
    </li>
  )
}

const article = { admin: 'an admin', member: 'a member' }

function AskedDialog(props: { organization: OrganizationDetail; asked: Asked | null; onDone: () => void }) {
  const { organization, asked, onDone } = props
  const remove = useRemoveMember(organization.id)
  const handOver = useHandOver(organization.id)
  const name = asked?.member.name ?? ''
  const finish = async (action: Promise<unknown>, text: string) => {
    try {
      await action
      toast.success(text)
    } catch (error) {
      toast.error(errorText(error, organizationMessages.change))
    }
    onDone()
  }
  if (asked?.what === 'hand-over')
    return (
      <ConfirmDialog
        open
        kind="warning"
        title={`Transfer ownership to ${isolated(name)}`}
        message={`${isolated(name)} becomes the owner of ${isolated(organization.name)}, and usage counts toward their plan. They need Premium. You stay on as an admin.`}
        confirmLabel="Transfer"
        busyLabel="Transferring…"
        onConfirm={() =>
          finish(handOver.mutateAsync(asked.member.user_id), `${isolated(name)} is now the owner`)
        }
        onCancel={onDone}
      />
    )
  return (
    <ConfirmDialog
      open={asked !== null}
      kind="warning"
      danger
      title={`Remove ${isolated(name)}`}
      message={`${isolated(name)} loses access to ${isolated(organization.name)} at once. What they created stays.`}
      confirmLabel="Remove"
      busyLabel="Removing…"
      onConfirm={() =>
        asked && finish(remove.mutateAsync(asked.member.user_id), `${isolated(name)} is removed`)
      }
      onCancel={onDone}
    />
  )
}
