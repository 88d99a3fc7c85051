import { parsePartialJson } from 'ai'
import { z } from 'zod'

export const answerSchema = z.object({ subject: z.string(), body: z.string() })
export type Answer = z.infer<typeof answerSchema>

/** Extracts subject and body from a model's reply; null if either is missing. */
export function readAnswer(text: string): Answer | null {
  const json = withoutThoughts(text)
  const whole = json.slice(json.indexOf('{'), json.lastIndexOf('}') + 1)
  try {
    const answer = answerSchema.parse(JSON.parse(whole))
    return { subject: answer.subject.trim(), body: tidyBody(answer.body) }
  } catch {
    return null
  }
}

/** The body so far, from an incomplete reply. */
export async function readPartialBody(text: string): Promise<string | null> {
  const json = withoutThoughts(text)
  const start = json.indexOf('{')
  if (start < 0) return null
  const { value } = await parsePartialJson(json.slice(start))
  const body = value !== null && typeof value === 'object' && !Array.isArray(value) ? value?.body : undefined
  return typeof body === 'string' && body !== '' ? tidyBody(body) : null
}

/** Some local models include their reasoning. */
const withoutThoughts = (text: string) => text.replace(/<think>[\s\S]*?(?:<\/think>|$)/g, '')

function tidyBody(body: string): string {
  return body
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
