import { z } from 'zod'

/** The largest length of a one-line field, and of a long text, in characters. */
export const LINE_MAX = 300
export const LONG_TEXT_MAX = 20_000

/** An optional one-line text: trimmed, and empty becomes null. */
export const optionalLine = (max = LINE_MAX) =>
  z
    .string()
    .max(max, `Please keep this under ${max} characters`)
    .nullish()
    .transform((value) => value?.trim() || null)

/** Spaces, control and format characters, and letters that are drawn as nothing: Hangul fillers and the empty Braille cell. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\u115F\u1160\u2800\u3164\uFFA0]/u

/** A required one-line text with the message shown when nothing of it can be seen. */
export const requiredLine = (message: string, max = LINE_MAX) =>
  z
    .string({ error: message })
    .trim()
    .min(1, { error: message, abort: true })
    .max(max, `Please keep this under ${max} characters`)
    .refine((text) => VISIBLE.test(text), message)

/** A long text kept exactly as typed. */
export const longText = (max = LONG_TEXT_MAX) =>
  z.string().max(max, `Please keep this under ${max.toLocaleString('en')} characters`)

/** The simple address pattern of the forms; the server looks closer. */
export const EMAIL_PATTERN = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:".]{2,}$/

/** A point in time on the wire: ISO 8601 in UTC. */
export const instant = z.string()
export const id = z.uuid()

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const NO_ID = '00000000-0000-0000-0000-000000000000'

/** A text that is no id becomes the id of nothing: PostgreSQL can look for it, and its feature says that it is not there. */
export const asId = (text: string): string => (UUID.test(text) ? text : NO_ID)

/** An id in a body, of which one that can be none is refused like one that names nothing. */
export const anyId = z.string().max(100).transform(asId)
