import type { Template } from '@goldpan/contract/writing'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { dropDraft, keepDraft, readDraft } from '../../../lib/drafts.ts'

const draft = z.object({ subject: z.string(), body: z.string() })
export type TemplateText = z.infer<typeof draft>

/** The text of the editor. What is not saved survives a reload and a lost connection. */
export function useTemplateDraft(campaignId: string, saved: Template) {
  const name = `template.${campaignId}`
  const [kept] = useState(() => readDraft(name, (value) => draft.safeParse(value).data))
  const [text, setText] = useState<TemplateText>(kept ?? { subject: saved.subject, body: saved.body })
  const isDirty = text.subject !== saved.subject || text.body !== saved.body
  useEffect(() => {
    if (isDirty) keepDraft(name, text)
    else dropDraft(name)
  }, [name, text, isDirty])
  return {
    text,
    setText,
    isDirty,
    isRestored: kept !== undefined && isDirty,
    drop: () => dropDraft(name),
  }
}
