import { expect, test } from 'vitest'
import { costInMicros, describeSum } from './generation.ts'

const usage = { model: 'm', input_tokens: 1200, output_tokens: 300 }

test('what a text cost is its tokens at the prices of a million, to the millionth', () => {
  expect(costInMicros(usage, { input: 0.15, output: 0.6 })).toBe(360)
  expect(costInMicros(usage, { input: 3, output: 15 })).toBe(8100)
  expect(costInMicros(usage, null)).toBeNull()
  expect(costInMicros(undefined, { input: 1, output: 1 })).toBeNull()
})

test('the operator reads texts, tokens, cost and time of each model in one line', () => {
  const sum = { texts: 12, replaced: 2, input_tokens: 9000, output_tokens: 2500, median_ms: 3400 }
  expect(describeSum({ ...sum, model: 'llama', cost_micros: 64_500 })).toBe(
    'llama: 12 texts, 2 of them written by the composer instead, 9000 tokens in, 2500 out, cost 0.0645, median 3.4 s',
  )
  expect(describeSum({ ...sum, replaced: 0, model: 'llama', cost_micros: null })).toContain('no price set')
  expect(describeSum({ ...sum, model: null, texts: 1, cost_micros: null })).toBe('composer: 1 text, free')
})
