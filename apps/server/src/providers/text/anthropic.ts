import { createAnthropic } from '@ai-sdk/anthropic'
import { createModelText } from './model/model-text.ts'
import type { TextPort } from './port.ts'

export interface AnthropicSettings {
  apiKey: string
  model: string
  /** Another address that speaks the same API, up to and with the version; Anthropic's own by default. */
  url?: string
  timeoutMs?: number
  maxRetries?: number
}

/** Lets a model of Anthropic write (Messages API). */
export function createAnthropicText(settings: AnthropicSettings): TextPort {
  const provider = createAnthropic({
    apiKey: settings.apiKey,
    baseURL: settings.url?.replace(/\/+$/, '') ?? 'https://api.anthropic.com/v1',
  })
  return createModelText({
    model: provider(settings.model),
    name: settings.model,
    timeoutMs: settings.timeoutMs ?? 90_000,
    maxRetries: settings.maxRetries ?? 2,
    passesSeed: false,
    // Room for the answer of 160 words and for the reasoning of models that think first.
    maxOutputTokens: 4096,
  })
}
