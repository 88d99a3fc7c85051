import { choiceSetting, numberSetting, optionalSetting, priceSetting } from './settings.ts'

/** Who writes campaigns, how long that may take and what it costs. */
export const writerSettings = {
  textProvider: choiceSetting({
    name: 'TEXT_PROVIDER',
    default: 'composer',
    choices: ['composer', 'openai', 'anthropic'],
    sentence: 'Who writes campaigns: the built-in composer, any OpenAI-compatible server, or Anthropic.',
  }),
  textUrl: optionalSetting({
    name: 'TEXT_URL',
    sentence: 'The address of the OpenAI-compatible server, as `http://localhost:11434/v1`.',
  }),
  textModel: optionalSetting({ name: 'TEXT_MODEL', sentence: 'The model that writes.' }),
  textApiKey: optionalSetting({ name: 'TEXT_API_KEY', secret: true, sentence: 'The key for that server.' }),
  textTimeoutSeconds: numberSetting({
    name: 'TEXT_TIMEOUT_SECONDS',
    default: 90,
    min: 5,
    max: 110,
    sentence:
      'How long a model may take for one text, retries and one repair included; then the composer writes.',
  }),
  textPriceInput: priceSetting({
    name: 'TEXT_PRICE_INPUT',
    sentence: 'What a million input tokens cost you; `npm run admin -- texts` then shows what was spent.',
  }),
  textPriceOutput: priceSetting({
    name: 'TEXT_PRICE_OUTPUT',
    sentence: 'What a million output tokens cost you.',
  }),
}
