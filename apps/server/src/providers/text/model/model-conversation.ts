import type { JSONObject } from '@ai-sdk/provider'
import { APICallError, type LanguageModel, type ModelMessage, Output, streamText } from 'ai'
import type { z } from 'zod'
import { readPartialBody } from './prompt.ts'

/** A model and how it is called. */
export interface Model {
  model: LanguageModel
  /** The model's name as configured and shown. */
  name: string
  /** For the whole template: retries, streaming and the repair. */
  timeoutMs: number
  /** Retries of a failed request, with growing delays. */
  maxRetries: number
  /** Only for APIs that support a seed. */
  passesSeed: boolean
  maxOutputTokens?: number
  providerOptions?: Record<string, JSONObject>
}

export interface Usage {
  model: string
  input_tokens: number
  output_tokens: number
}

/** The model declined to write this. */
export class RefusedToWrite extends Error {
  override name = 'RefusedToWrite'
}

interface Turn {
  seed: number
  signal: AbortSignal
  onText?: (partial: string) => void
}

/**
 * Asks for a reply in a JSON schema, or as plain text if the server doesn't support schemas. Counts the tokens of all
 * replies.
 */
export function createConversation(
  options: Model,
  { instructions, schema }: { instructions: string; schema: z.ZodType },
) {
  const usage: Usage = { model: options.name, input_tokens: 0, output_tokens: 0 }
  let asksForSchema = true

  async function ask(messages: readonly ModelMessage[], turn: Turn): Promise<string> {
    try {
      return await stream(messages, turn)
    } catch (error) {
      if (!asksForSchema || !isRejectedRequest(error)) throw error
      asksForSchema = false
      return stream(messages, turn)
    }
  }

  async function stream(messages: readonly ModelMessage[], { seed, signal, onText }: Turn): Promise<string> {
    const { fullStream } = streamText({
      model: options.model,
      system: instructions,
      messages: [...messages],
      abortSignal: signal,
      maxRetries: options.maxRetries,
      ...(options.passesSeed ? { seed: seed % 0x7fffffff } : {}),
      ...(options.maxOutputTokens ? { maxOutputTokens: options.maxOutputTokens } : {}),
      ...(options.providerOptions ? { providerOptions: options.providerOptions } : {}),
      ...(asksForSchema ? { output: Output.object({ schema, name: 'email' }) } : {}),
      // The error is also thrown from the stream; by default the SDK would print it as well.
      onError: () => {},
    })
    let text = ''
    for await (const part of fullStream) {
      if (part.type === 'error') throw part.error
      if (part.type === 'abort') throw signal.reason
      if (part.type === 'text-delta') {
        text += part.text
        const body = onText && (await readPartialBody(text))
        if (body) onText(body)
      }
      if (part.type === 'finish') {
        usage.input_tokens += part.totalUsage.inputTokens ?? 0
        usage.output_tokens += part.totalUsage.outputTokens ?? 0
        if (part.finishReason === 'content-filter') throw new RefusedToWrite()
      }
    }
    return text
  }

  return { ask, usage }
}

const isRejectedRequest = (error: unknown) =>
  APICallError.isInstance(error) && (error.statusCode === 400 || error.statusCode === 422)
