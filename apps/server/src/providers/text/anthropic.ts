import { createAnthropic } from '@ai-sdk/anthropic'
import { createModelText } from './model/model-text.ts'
import type { TextPort } from './port.ts'

export interface AnthropicSettings {
  apiKey: string
  model: string
  /** Base URL including the version. Default: Anthropic's. */
  url?: string
  timeoutMs?: number
  maxRetries?: number
}

/** Writes with an Anthropic model (Messages API). */
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
    // Leaves room for reasoning before the 160 words.
    maxOutputTokens: 4096,
  })
}
