import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { dropDraft, keepDraft, readDraft } from '../../lib/drafts.ts'
import { useLeaveWarning } from '../../lib/leave-warning.ts'

const emailText = z.object({ subject: z.string(), body: z.string() })
export type EmailText = z.infer<typeof emailText>

/** Text that was typed under this name in this tab and isn't saved. */
export const findDraft = (name: string) => readDraft(name, (value) => emailText.safeParse(value).data)

/** Keystrokes without a longer pause are undone in one step. */
const PAUSE_MS = 700
const MAX_UNDO_STEPS = 100

/**
 * A form for the subject and body of an email. Unsaved text survives a reload and a lost connection, under its own
 * name, and earlier texts can be restored.
 */
export function useTextForm(name: string, opened: EmailText, schema: z.ZodType<EmailText, EmailText>) {
  const [kept, setKept] = useState(() => findDraft(name))
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: kept ?? { subject: opened.subject, body: opened.body },
  })
  const text = form.watch()
  const isDirty = text.subject !== opened.subject || text.body !== opened.body
  const history = useHistory()
  useLeaveWarning(isDirty)
  useEffect(() => {
    if (isDirty) keepDraft(name, text)
    else dropDraft(name)
  })

  const show = (next: EmailText) => {
    form.setValue('subject', next.subject)
    form.setValue('body', next.body)
  }
  return {
    form,
    text,
    isDirty,
    isRestored: kept !== undefined && isDirty,
    register: (field: keyof EmailText) =>
      form.register(field, { onChange: () => history.recordTyping(text) }),
    /** Replaces the whole text, which is an undo step of its own. */
    replace(next: EmailText) {
      history.recordReplacement(text)
      show(next)
    },
    /** After a save. Shows the text as the server tidied it, unless something was typed meanwhile. */
    adopt(typed: EmailText, saved: EmailText) {
      setKept(undefined)
      const now = form.getValues()
      if (now.subject !== typed.subject || now.body !== typed.body) return
      show(saved)
      dropDraft(name)
    },
    /** Null if there is nothing to undo. */
    undo: history.hasSteps ? () => show(history.pop()) : null,
    dropDraft: () => dropDraft(name),
  }
}

/** Earlier texts, for people without keys to undo with and for replaced texts. */
function useHistory() {
  const [steps, setSteps] = useState<readonly EmailText[]>([])
  const lastChange = useRef(Number.NEGATIVE_INFINITY)
  const record = (before: EmailText) => setSteps([...steps, before].slice(-MAX_UNDO_STEPS))
  return {
    hasSteps: steps.length > 0,
    recordTyping(before: EmailText) {
      const now = performance.now()
      if (now - lastChange.current > PAUSE_MS) record(before)
      lastChange.current = now
    },
    recordReplacement(before: EmailText) {
      record(before)
      lastChange.current = Number.NEGATIVE_INFINITY
    },
    pop(): EmailText {
      lastChange.current = Number.NEGATIVE_INFINITY
      setSteps(steps.slice(0, -1))
      return steps.at(-1)!
    },
  }
}
