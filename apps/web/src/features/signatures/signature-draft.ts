import type { Signature } from '@goldpan/contract/signatures'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { dropDraft, keepDraft, readDraft } from '../../lib/drafts.ts'
import { toSignatureText } from './signature-text.ts'

const draft = z.object({
  name: z.string(),
  text: z.object({
    text: z.string(),
    images: z.array(z.object({ url: z.string(), width: z.number() })),
  }),
  isDefault: z.boolean(),
})
export type SignatureDraft = z.infer<typeof draft>

const draftOf = (signature: Signature | null): SignatureDraft => {
  const { text, images } = toSignatureText(signature?.content ?? '')
  return {
    name: signature?.name ?? '',
    text: { text, images: [...images] },
    isDefault: signature?.is_default ?? false,
  }
}

/** What is typed into a signature. What is not saved survives a reload and a lost connection. */
export function useSignatureDraft(signature: Signature | null) {
  const name = `signature.${signature?.id ?? 'new'}`
  const [opened] = useState(() => draftOf(signature))
  const [kept] = useState(() => readDraft(name, (value) => draft.safeParse(value).data))
  const [fields, setFields] = useState(kept ?? opened)
  const isDirty =
    fields.name !== opened.name ||
    fields.text.text !== opened.text.text ||
    fields.isDefault !== opened.isDefault
  useEffect(() => {
    if (isDirty) keepDraft(name, fields)
    else dropDraft(name)
  }, [name, fields, isDirty])
  return {
    opened,
    fields,
    change: (change: Partial<SignatureDraft>) => setFields((known) => ({ ...known, ...change })),
    isDirty,
    isRestored: kept !== undefined && isDirty,
    drop: () => dropDraft(name),
  }
}
