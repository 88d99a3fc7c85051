import { detectLanguage } from './composer/language.ts'
import { replacePlaceholders } from './placeholders.ts'

/** ISO 639-1 code of a text's language; null if not recognised. */
export function languageOf(text: string): string | null {
  const words = replacePlaceholders(text, () => '').replace(/<[^<>]*>/g, ' ')
  const language = detectLanguage(words)
  return language === 'other' ? null : language
}
