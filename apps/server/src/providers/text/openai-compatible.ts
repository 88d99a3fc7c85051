import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { createModelText } from './model/model-text.ts'
import type { TextPort } from './port.ts'

export interface OpenAiCompatibleSettings {
  /** Base URL including the version, such as `http://localhost:11434/v1`. */
  url: string
  model: string
  /** Local servers need none. */
  apiKey?: string
  timeoutMs?: number
  maxRetries?: number
}

/**
 * Writes with any server that speaks OpenAI's chat completions (Ollama, LM Studio, vLLM, llama.cpp, OpenRouter …).
 * Sends no token limit, because servers disagree on that field's name.
 */
export function createOpenAiCompatibleText(settings: OpenAiCompatibleSettings): TextPort {
  const provider = createOpenAICompatible({
    name: 'openai-compatible',
    baseURL: settings.url.replace(/\/+$/, ''),
    apiKey: settings.apiKey,
    includeUsage: true,
    supportsStructuredOutputs: true,
  })
  return createModelText({
    model: provider.chatModel(settings.model),
    name: settings.model,
    timeoutMs: settings.timeoutMs ?? 90_000,
    maxRetries: settings.maxRetries ?? 2,
    passesSeed: true,
  })
}
