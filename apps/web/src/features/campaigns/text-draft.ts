import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { dropDraft, keepDraft, readDraft } from '../../lib/drafts.ts'

const draft = z.object({ subject: z.string(), body: z.string() })
export type EmailText = z.infer<typeof draft>

/** What is typed without a longer pause is undone in one step. */
const PAUSE_MS = 700
const STEPS_KEPT = 100

/** Earlier texts of the editor, for who has no keys to undo with or has replaced the whole text. */
function useHistory(text: EmailText, set: (text: EmailText) => void) {
  const [steps, setSteps] = useState<readonly EmailText[]>([])
  const lastChange = useRef(Number.NEGATIVE_INFINITY)
  const keep = () => setSteps([...steps, text].slice(-STEPS_KEPT))
  return {
    change(next: EmailText) {
      const now = performance.now()
      if (now - lastChange.current > PAUSE_MS) keep()
      lastChange.current = now
      set(next)
    },
    /** A whole other text: a step of its own, however soon after the last key. */
    replace(next: EmailText) {
      keep()
      lastChange.current = Number.NEGATIVE_INFINITY
      set(next)
    },
    undo:
      steps.length === 0
        ? null
        : () => {
            lastChange.current = Number.NEGATIVE_INFINITY
            set(steps.at(-1)!)
            setSteps(steps.slice(0, -1))
          },
  }
}

/** The text of an editor. What is not saved survives a reload and a lost connection, under a name of its own. */
export function useTextDraft(name: string, saved: EmailText) {
  const [kept] = useState(() => readDraft(name, (value) => draft.safeParse(value).data))
  const [text, setText] = useState<EmailText>(kept ?? { subject: saved.subject, body: saved.body })
  const history = useHistory(text, setText)
  const isDirty = text.subject !== saved.subject || text.body !== saved.body
  useEffect(() => {
    if (isDirty) keepDraft(name, text)
    else dropDraft(name)
  }, [name, text, isDirty])
  return {
    text,
    setText: history.change,
    replaceText: history.replace,
    undo: history.undo,
    isDirty,
    isRestored: kept !== undefined && isDirty,
    drop: () => dropDraft(name),
  }
}
