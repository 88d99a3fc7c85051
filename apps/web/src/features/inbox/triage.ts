import {
  type ConversationSelection,
  inboxFallbacks,
  inboxRefusals,
  type Label,
  type Member,
} from '@goldpan/contract/inbox'
import type { Correspondent } from '@goldpan/contract/replies'
import { useState } from 'react'
import { isApiError } from '../../lib/api-error.ts'
import { countOf } from '../../lib/counts.ts'
import { formatDateTime, formatWeekday } from '../../lib/dates.ts'
import { errorText } from '../../lib/error-text.ts'
import { isolated } from '../../ui/isolated.ts'
import { toast } from '../../ui/toast.ts'
import { UNDO } from '../../ui/toaster.tsx'
import { type Change, useChange, useUndoChange } from './inbox.queries.ts'

/** One conversation, or the selected ones. */
export interface Target {
  selection: ConversationSelection
  /** The one. Null for a selection. */
  person: { name: string; email: string } | null
  /** The newest message of the one that is on the screen, up to which an action marks it as read. */
  upTo?: string
  /** Called when it becomes done or snoozed. */
  onLeave: () => void
  /** Called when a change is made. */
  onChanged?: () => void
}

interface Step {
  change: Change
  /** The toast, after whom it is about, or all of it. */
  words: string | ((who: string) => string)
  patch?: Partial<Correspondent>
}

export type TriageMenu = 'snooze' | 'label' | 'assign'

/** Changes conversations, each with a toast that has an Undo. */
export function useTriage({ selection, person, upTo, onLeave, onChanged }: Target) {
  const change = useChange()
  const undoChange = useUndoChange()
  const [menu, setMenu] = useState<TriageMenu | null>(null)
  /** Makes a change that needs a yes first, because the person asked for no more mail. */
  const [asking, setAsking] = useState<{ confirm: () => Promise<unknown> } | null>(null)

  async function make(step: Step) {
    const marksRead = upTo !== undefined && step.change.read !== false
    try {
      const { changed, skipped, undo } = await change.mutateAsync({
        selection,
        change: { ...(marksRead && { read: true, up_to: upTo }), ...step.change },
        patch: { ...(marksRead && { unread: false }), ...step.patch },
      })
      onChanged?.()
      if (changed === 0) return toast.info('Nothing had to be changed')
      toast.success(sentenceOf(step, changed), {
        ...(person === null &&
          skipped > 0 && { description: `${skipped.toLocaleString()} left as they were` }),
        ...(undo && { action: { label: UNDO, onClick: () => undoChange.mutate(undo) } }),
      })
    } catch (error) {
      // Asks about this conversation, even if another one was opened meanwhile.
      if (isApiError(error) && error.code === 'inbox.stop_confirm')
        setAsking({ confirm: () => make({ ...step, change: { ...step.change, confirm: true } }) })
      else toast.error(errorText(error, inboxFallbacks.change))
    }
  }

  function sentenceOf({ words }: Step, changed: number): string {
    if (typeof words === 'function') return words(person?.email ?? countOf(changed, 'person', 'people'))
    return `${person ? isolated(person.name) : countOf(changed, 'conversation')}: ${words}`
  }

  /** The next conversation is shown at once; a refusal brings the row back. */
  function leaveBy(step: Step) {
    onLeave()
    return make(step)
  }

  return {
    menu,
    setMenu,
    isBusy: change.isPending,
    asking: asking && {
      message: inboxRefusals['inbox.stop_confirm'].message,
      cancel: () => setAsking(null),
      confirm: async () => {
        await asking.confirm()
        setAsking(null)
      },
    },
    done: () =>
      leaveBy({ change: { state: 'done' }, words: 'done', patch: { state: 'done', unread: false } }),
    reopen: () => make({ change: { state: 'open' }, words: 'open again', patch: { state: 'open' } }),
    /** Until a day ('YYYY-MM-DD') or a moment. */
    snooze: (until: string) =>
      leaveBy({
        change: { state: 'snoozed', until },
        words: `snoozed until ${until.includes('T') ? formatDateTime(until) : formatWeekday(until)}`,
        patch: { state: 'snoozed', unread: false },
      }),
    /** Null takes a person's choice back. */
    label: (label: Pick<Label, 'id' | 'name'> | null) =>
      make(
        label === null
          ? { change: { label: null }, words: 'automatic label' }
          : {
              change: { label: label.id },
              words: `labelled ‘${isolated(label.name)}’`,
              patch: { label: label.id, label_name: label.name, label_by: 'person', label_reason: null },
            },
      ),
    assign: (assignee: Member | null) =>
      make({
        change: { assignee: assignee?.id ?? null },
        words: assignee ? `assigned to ${isolated(assignee.name)}` : 'assigned to nobody',
        patch: { assignee },
      }),
    markUnread: () => make({ change: { read: false }, words: 'unread', patch: { unread: true } }),
    markRead: () => make({ change: { read: true }, words: 'read', patch: { unread: false } }),
    doNotContact: () =>
      make({ change: { label: 'stop' }, words: (who) => `No campaign will write to ${who}` }),
  }
}

export type Triage = ReturnType<typeof useTriage>
