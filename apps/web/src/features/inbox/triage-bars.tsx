import type { Conversation } from '@goldpan/contract/replies'
import { Ban, Check, Ellipsis, MailOpen, RotateCcw, Trash2 } from 'lucide-react'
import { Badge } from '../../ui/badge.tsx'
import { Button, type ButtonSize } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import { ActionButton } from './action-button.tsx'
import { useAllowContact } from './inbox.queries.ts'
import type { Triage } from './triage.ts'
import { AssignMenu, LabelMenu, SnoozeMenu, useAssignItems } from './triage-menus.tsx'

interface ConversationActionsProps {
  triage: Triage
  conversation: Conversation
  /** On phones: under the thumb, with the rest behind ⋯. */
  isCompact: boolean
  onDelete: () => void
}

/** Actions for the open conversation. Somebody who has never written can only be left alone. */
export function ConversationActions(props: ConversationActionsProps) {
  const { triage, conversation, isCompact, onDelete } = props
  const { conversation_id, state, unread, suppressed } = conversation
  const assign = useAssignItems({ triage, one: conversation })
  const isConversation = conversation_id !== null
  const size = isCompact ? 'md' : 'sm'
  const further: MenuItem[] = [
    {
      id: 'unread',
      label: unread ? 'Mark as read' : 'Mark as unread',
      icon: <MailOpen aria-hidden="true" />,
      onSelect: () => void (unread ? triage.markRead() : triage.markUnread()),
    },
    ...(isCompact
      ? assign.map((item, index) => ({
          ...item,
          label: `Assign to ${item.label === 'Nobody' ? 'nobody' : item.label}`,
          startsGroup: index === 0,
        }))
      : []),
    ...(isCompact && !suppressed
      ? [
          {
            id: 'stop',
            label: 'Do not contact',
            icon: <Ban aria-hidden="true" />,
            onSelect: () => void triage.doNotContact(),
            startsGroup: true,
          },
        ]
      : []),
    {
      id: 'delete',
      label: 'Delete',
      icon: <Trash2 aria-hidden="true" />,
      onSelect: onDelete,
      danger: true,
      startsGroup: true,
    },
  ]
  return (
    <div className={isCompact ? 'flex items-center gap-1.5 *:flex-auto' : 'flex items-center gap-1.5'}>
      {isConversation && (
        <>
          {state === 'done' ? (
            <ActionButton
              name="Reopen"
              isMain
              size={size}
              icon={<RotateCcw />}
              onClick={() => void triage.reopen()}
            />
          ) : (
            <ActionButton
              name="Done"
              isMain
              size={size}
              aria-keyshortcuts="e"
              icon={<Check />}
              onClick={() => void triage.done()}
            />
          )}
          <SnoozeMenu triage={triage} one={conversation} size={size} />
          <LabelMenu triage={triage} one={conversation} size={size} />
          {!isCompact && <AssignMenu triage={triage} one={conversation} size={size} />}
        </>
      )}
      {(!isCompact || !isConversation) && (
        <DoNotContact triage={triage} conversation={conversation} size={size} />
      )}
      {isConversation && (
        <Menu
          label="More actions"
          items={further}
          trigger={
            <IconButton
              label="More actions"
              size={size}
              icon={<Ellipsis aria-hidden="true" />}
              className="flex-none!"
            />
          }
        />
      )}
      <StopConfirm triage={triage} />
    </div>
  )
}

interface DoNotContactProps {
  triage: Triage
  conversation: Conversation
  size: ButtonSize
}

/** One click, with an Undo in its toast. */
function DoNotContact({ triage, conversation, size }: DoNotContactProps) {
  const { suppressed, suppression, email } = conversation
  const allow = useAllowContact(email)
  if (!suppressed && !suppression)
    return (
      <ActionButton
        name="Do not contact"
        isMain
        size={size}
        icon={<Ban />}
        onClick={() => void triage.doNotContact()}
      />
    )
  return (
    <span className="flex items-center gap-2">
      <Badge colour="red">Do not contact</Badge>
      {suppression?.can_remove && (
        <Button
          size={size}
          busy={allow.isPending && 'Removing…'}
          onClick={() => allow.mutate(suppression.id)}
        >
          Allow contact
        </Button>
      )}
    </span>
  )
}

/** Asks again before a person who wanted no more mail may be written to. */
function StopConfirm({ triage: { asking } }: { triage: Triage }) {
  return (
    <ConfirmDialog
      open={asking !== null}
      kind="warning"
      title="Write to them again?"
      message={asking?.message}
      confirmLabel="Confirm"
      busyLabel="Changing…"
      onCancel={() => asking?.cancel()}
      onConfirm={() => asking?.confirm()}
    />
  )
}

interface SelectionActionsProps {
  triage: Triage
  count: number
  onClear: () => void
}

/** Actions for the selected conversations. */
export function SelectionActions({ triage, count, onClear }: SelectionActionsProps) {
  const further: MenuItem[] = [
    { id: 'open', label: 'Reopen', onSelect: () => void triage.reopen() },
    { id: 'read', label: 'Mark as read', onSelect: () => void triage.markRead() },
    { id: 'unread', label: 'Mark as unread', onSelect: () => void triage.markUnread() },
    {
      id: 'stop',
      label: 'Do not contact',
      icon: <Ban aria-hidden="true" />,
      onSelect: () => void triage.doNotContact(),
      startsGroup: true,
    },
  ]
  return (
    <>
      <SelectionBar count={count} noun={['conversation', 'conversations']} onClear={onClear}>
        <ActionButton
          name="Done"
          size="sm"
          icon={<Check />}
          busy={triage.isBusy && 'Changing…'}
          onClick={() => void triage.done()}
        />
        <SnoozeMenu triage={triage} one={null} size="sm" />
        <LabelMenu triage={triage} one={null} size="sm" />
        <AssignMenu triage={triage} one={null} size="sm" />
        <div className="flex-none!">
          <Menu label="More actions for the selected" items={further} />
        </div>
      </SelectionBar>
      <StopConfirm triage={triage} />
    </>
  )
}
