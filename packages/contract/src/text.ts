import { z } from 'zod'

/** Largest lengths in characters. */
export const LINE_MAX = 300
export const LONG_TEXT_MAX = 20_000

const LINE_BREAKS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g

/** Puts a text onto one line, for a mail header. */
export const oneLine = (text: string): string => text.replace(LINE_BREAKS, ' ').trim()

/** An optional line, trimmed. Empty becomes null. */
export const optionalLine = (max = LINE_MAX) =>
  z
    .string()
    .max(max, `Please keep this under ${max} characters`)
    .nullish()
    .transform((value) => value?.trim() || null)

/** Not white space, control or format characters, nor letters without ink: Hangul fillers and the empty Braille cell. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\u115F\u1160\u2800\u3164\uFFA0]/u

/** A required line. `message` is shown if it has no visible character. */
export const requiredLine = (message: string, max = LINE_MAX) =>
  z
    .string({ error: message })
    .trim()
    .min(1, { error: message, abort: true })
    .max(max, `Please keep this under ${max} characters`)
    .refine((text) => VISIBLE.test(text), message)

/** A text of several lines, kept as typed. */
export const longText = (max = LONG_TEXT_MAX) =>
  z.string().max(max, `Please keep this under ${max.toLocaleString('en')} characters`)

/** A point in time on the wire: ISO 8601 in UTC. */
export const instant = z.string()
export const id = z.uuid()

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Turns a text that isn't a UUID into an id that doesn't exist, so that its feature responds with 'not found'. */
export const asId = (text: string): string => (UUID.test(text) ? text : NO_ID)

/** An id in a body. A text that isn't a UUID is refused like an unknown id. */
export const anyId = z.string().max(100).transform(asId)
