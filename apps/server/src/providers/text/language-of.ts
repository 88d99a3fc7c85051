import { detectLanguage } from './composer/language.ts'
import { replacePlaceholders } from './placeholders.ts'

/** ISO 639-1 code of the language that a template or a written e-mail is in; null for one that is not recognised. */
export function languageOf(text: string): string | null {
  const words = replacePlaceholders(text, () => '').replace(/<[^<>]*>/g, ' ')
  const language = detectLanguage(words)
  return language === 'other' ? null : language
}
