import type { Template } from '@goldpan/contract/writing'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { dropDraft, keepDraft, readDraft } from '../../../lib/drafts.ts'

const draft = z.object({ subject: z.string(), body: z.string() })
export type TemplateText = z.infer<typeof draft>

/** What is typed without a longer pause is undone in one step. */
const PAUSE_MS = 700
const STEPS_KEPT = 100

/** Earlier texts of the editor, for who has no keys to undo with or has replaced the whole text. */
function useHistory(text: TemplateText, set: (text: TemplateText) => void) {
  const [steps, setSteps] = useState<readonly TemplateText[]>([])
  const lastChange = useRef(Number.NEGATIVE_INFINITY)
  return {
    change(next: TemplateText) {
      const now = performance.now()
      if (now - lastChange.current > PAUSE_MS) setSteps([...steps, text].slice(-STEPS_KEPT))
      lastChange.current = now
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

/** The text of the editor. What is not saved survives a reload and a lost connection. */
export function useTemplateDraft(campaignId: string, saved: Template) {
  const name = `template.${campaignId}`
  const [kept] = useState(() => readDraft(name, (value) => draft.safeParse(value).data))
  const [text, setText] = useState<TemplateText>(kept ?? { subject: saved.subject, body: saved.body })
  const history = useHistory(text, setText)
  const isDirty = text.subject !== saved.subject || text.body !== saved.body
  useEffect(() => {
    if (isDirty) keepDraft(name, text)
    else dropDraft(name)
  }, [name, text, isDirty])
  return {
    text,
    setText: history.change,
    undo: history.undo,
    isDirty,
    isRestored: kept !== undefined && isDirty,
    drop: () => dropDraft(name),
  }
}
