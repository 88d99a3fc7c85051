import type { WrittenTemplate } from '../../../providers/text/port.ts'

/** What a million tokens cost, in whatever currency the operator pays in. */
export interface TextPrices {
  input: number
  output: number
}

const MICROS = 1_000_000

/** In millionths of the currency; null without prices. Prices are per million tokens, so one token costs so many micros. */
export const costInMicros = (usage: WrittenTemplate['usage'], prices: TextPrices | null): number | null =>
  usage && prices ? Math.round(usage.input_tokens * prices.input + usage.output_tokens * prices.output) : null

export interface ModelSum {
  model: string | null
  texts: number
  replaced: number
  input_tokens: number
  output_tokens: number
  cost_micros: number | null
  median_ms: number
}

/** One line a model, as the operator reads it. */
export function describeSum(sum: ModelSum): string {
  const texts = sum.texts === 1 ? '1 text' : `${sum.texts} texts`
  if (sum.model === null) return `composer: ${texts}, nothing to pay`
  const parts = [
    `${sum.model}: ${texts}`,
    ...(sum.replaced > 0 ? [`${sum.replaced} of them written by the composer instead`] : []),
    `${sum.input_tokens} tokens in, ${sum.output_tokens} out`,
    sum.cost_micros === null ? 'no price set' : `cost ${(sum.cost_micros / MICROS).toFixed(4)}`,
    `half within ${(sum.median_ms / 1000).toFixed(1)} s`,
  ]
  return parts.join(', ')
}
